//! What a binary needs: read from its ELF header and its names of symbols.

use std::fs;
use std::path::Path;

/// What a binary needs of the system on which it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: it runs on every Linux of its architecture.
    Nothing,
    /// The C library of GNU, of this version or newer: `2.34`.
    Glibc(String),
}

const PROGRAM_INTERPRETER: u32 = 3;

/// Reads what a binary needs.
///
/// # Errors
/// If it cannot be read, or is no 64-bit program for Linux.
pub fn needs(binary: &Path) -> Result<Needs, String> {
    let bytes = fs::read(binary).map_err(|error| format!("{}: {error}", binary.display()))?;
    needs_of(&bytes).ok_or_else(|| format!("{}: no 64-bit program for Linux", binary.display()))
}

/// The fields are those of `Elf64_Ehdr` and `Elf64_Phdr` in elf(5).
fn needs_of(elf: &[u8]) -> Option<Needs> {
    if !elf.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let first = usize::try_from(u64::from_le_bytes(elf.get(0x20..0x28)?.try_into().ok()?)).ok()?;
    let size = usize::from(u16::from_le_bytes(elf.get(0x36..0x38)?.try_into().ok()?));
    let count = usize::from(u16::from_le_bytes(elf.get(0x38..0x3a)?.try_into().ok()?));
    for number in 0..count {
        let at = number.checked_mul(size)?.checked_add(first)?;
        let kind = u32::from_le_bytes(elf.get(at..at.checked_add(4)?)?.try_into().ok()?);
        if kind == PROGRAM_INTERPRETER {
            let (major, minor) = newest_glibc(elf)?;
            return Some(Needs::Glibc(format!("{major}.{minor}")));
        }
    }
    Some(Needs::Nothing)
}

/// The highest version of a symbol that is asked of glibc.
fn newest_glibc(elf: &[u8]) -> Option<(u32, u32)> {
    let mark = b"GLIBC_";
    let found = elf.windows(mark.len()).enumerate().filter(|(_, window)| window == mark);
    let version = |(at, _): (usize, &[u8])| {
        let rest = &elf[at + mark.len()..];
        let end = rest.iter().position(|byte| *byte == 0)?;
        let text = std::str::from_utf8(&rest[..end]).ok()?;
        let mut parts = text.split('.').map(str::parse::<u32>);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    };
    found.filter_map(version).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header with one program header of a kind, and names behind it.
    fn elf(kind: u32, names: &str) -> Vec<u8> {
        let mut elf = b"\x7fELF\x02\x01".to_vec();
        elf.resize(0x20, 0);
        elf.extend(0x40_u64.to_le_bytes());
        elf.resize(0x36, 0);
        elf.extend(56_u16.to_le_bytes());
        elf.extend(1_u16.to_le_bytes());
        elf.resize(0x40, 0);
        elf.extend(kind.to_le_bytes());
        elf.resize(0x40 + 56, 0);
        elf.extend(names.as_bytes());
        elf
    }

    #[test]
    fn a_program_without_an_interpreter_needs_nothing() {
        assert_eq!(needs_of(&elf(1, "GLIBC_2.34\0")), Some(Needs::Nothing));
    }

    #[test]
    fn the_newest_symbol_says_which_glibc() {
        let names = "\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE\0";
        assert_eq!(needs_of(&elf(3, names)), Some(Needs::Glibc("2.34".to_owned())));
    }

    #[test]
    fn other_files_are_refused() {
        for other in [&b""[..], b"#!/bin/sh\n", b"\x7fELF\x01\x01", &elf(3, "")[..0x38], &elf(3, "no version")] {
            assert_eq!(needs_of(other), None);
        }
    }

    #[test]
    #[cfg(target_env = "gnu")]
    fn this_program_itself_can_be_read() {
        let test = std::env::current_exe().expect("a program");
        assert!(matches!(needs(&test), Ok(Needs::Glibc(version)) if version.starts_with("2.")), "{:?}", needs(&test));
    }
}
