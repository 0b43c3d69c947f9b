//! The TypeScript declarations of a type and of all types in it.

use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet};

use ts_rs::{Config, TS, TypeVisitor};

/// Returns the declarations of `T` and of all types in it, by name.
pub fn declarations<T: TS + 'static>(config: &Config) -> BTreeMap<String, String> {
    let mut declared = Declared { types: BTreeMap::new(), visited: BTreeSet::new(), config };
    declared.visit::<T>();
    declared.types
}

struct Declared<'a> {
    types: BTreeMap<String, String>,
    visited: BTreeSet<&'static str>,
    config: &'a Config,
}

impl TypeVisitor for Declared<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.visited.insert(type_name::<T>()) {
            // Types without a file of their own are written inline: numbers, arrays, cards.
            if T::output_path().is_some() {
                self.types.insert(T::ident(self.config), T::decl(self.config));
            }
            T::visit_generics(self);
            T::visit_dependencies(self);
        }
    }
}
