"""The abstract and sections 1 and 7: sentences that summarise the results."""
