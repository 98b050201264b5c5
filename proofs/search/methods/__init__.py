"""Methods of proof that are not sorted into `transformations` and `procedures` yet."""
