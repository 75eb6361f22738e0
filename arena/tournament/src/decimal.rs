//! Numbers as files and people see them: with fixed decimals, and no zero with a minus sign.

/// A number that is to be written with so many decimals; where they would be zeros behind a minus
/// sign, zero.
#[must_use]
pub fn without_minus_zero(value: f64, decimals: usize) -> f64 {
    let written = format!("{value:.decimals$}");
    let is_zero = written
        .bytes()
        .all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { 0.0 } else { value }
}

/// A number with so many decimals, a half rounded to even; never a zero with a minus sign.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    format!("{:.decimals$}", without_minus_zero(value, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_zero_has_a_minus_sign_and_nothing_else_is_changed() {
        for (value, decimals, shown) in [
            (-0.04, 1, "0.0"),
            (-0.05, 2, "-0.05"),
            (-0.4, 0, "0"),
            (-0.6, 0, "-1"),
            (-0.0, 3, "0.000"),
            (0.04, 1, "0.0"),
            (0.125, 2, "0.12"),
            (-10.0, 0, "-10"),
        ] {
            assert_eq!(fixed(value, decimals), shown);
        }
        assert_eq!(without_minus_zero(-0.06, 1), -0.06);
        assert!(without_minus_zero(-1e-13, 12).is_sign_positive());
    }
}
