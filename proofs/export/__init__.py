"""The outputs of a check: the graph, the manifest, exports, reports, pictures, the notebook and the site."""
