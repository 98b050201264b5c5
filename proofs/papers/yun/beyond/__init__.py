"""Results that the paper does not have, such as exact ranges of ids, and the lecture slides on the paper."""
