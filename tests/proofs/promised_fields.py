"""The fields that the check promises, in Python and on the command line: of every statement, and of every erratum."""

ITEM = {
    "id",
    "paper",
    "kind",
    "index",
    "equations",
    "printed",
    "corrected",
    "status",
    "evidence",
    "rests_on",
    "seconds",
}
ERRATUM = {"id", "paper", "index", "equations", "defect", "what", "counterexample", "corrected", "used_by"}
