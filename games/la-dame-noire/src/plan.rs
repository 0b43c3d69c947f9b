//! How a hand is best taken apart.
