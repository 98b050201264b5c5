"""The web site: a manifest as static pages that open from disk.

`files`           writes the pages of a report into a folder, only those that changed
`pages`           lists the pages, with a function for each kind of page
`statement_page`, `graph_page`, `proof_listing`
                  prepare the data of the longer pages
`urls`            gives the address of each page
`filters`         converts text and formulas to HTML in the templates
`mathml`          typesets formulas
`registers`       writes the registers of errata and constants as documents

The templates are in `templates/`, the files that are copied unchanged in `static/`.
"""

from proofs.export.site.files import Built as Built
from proofs.export.site.files import build as build
from proofs.export.site.urls import SiteError as SiteError
