//! Removes from a source the code that only tests use.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Returns the source with its test items (`#[cfg(test)]`) replaced by blanks. All other lines stay in their places.
pub fn without_tests(source: &str) -> syn::Result<String> {
    let mut tests = TestItems::default();
    tests.visit_file(&syn::parse_file(source)?);
    let kept =
        |(at, c): (usize, char)| if c == '\n' || !tests.0.iter().any(|test| test.contains(&at)) { c } else { ' ' };
    Ok(source.char_indices().map(kept).collect())
}

/// The positions of the test items.
#[derive(Default)]
struct TestItems(Vec<Range<usize>>);

impl TestItems {
    fn note(&mut self, attrs: &[syn::Attribute], item: &impl Spanned) {
        if attrs.iter().any(is_test) {
            self.0.push(item.span().byte_range());
        }
    }
}

fn is_test(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("cfg") && attr.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
}

impl<'ast> Visit<'ast> for TestItems {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        use syn::Item;
        let attrs = match item {
            Item::Const(syn::ItemConst { attrs, .. })
            | Item::Enum(syn::ItemEnum { attrs, .. })
            | Item::ExternCrate(syn::ItemExternCrate { attrs, .. })
            | Item::Fn(syn::ItemFn { attrs, .. })
            | Item::ForeignMod(syn::ItemForeignMod { attrs, .. })
            | Item::Impl(syn::ItemImpl { attrs, .. })
            | Item::Macro(syn::ItemMacro { attrs, .. })
            | Item::Mod(syn::ItemMod { attrs, .. })
            | Item::Static(syn::ItemStatic { attrs, .. })
            | Item::Struct(syn::ItemStruct { attrs, .. })
            | Item::Trait(syn::ItemTrait { attrs, .. })
            | Item::TraitAlias(syn::ItemTraitAlias { attrs, .. })
            | Item::Type(syn::ItemType { attrs, .. })
            | Item::Union(syn::ItemUnion { attrs, .. })
            | Item::Use(syn::ItemUse { attrs, .. }) => attrs.as_slice(),
            _ => &[],
        };
        self.note(attrs, item);
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        use syn::ImplItem;
        let attrs = match item {
            ImplItem::Const(syn::ImplItemConst { attrs, .. })
            | ImplItem::Fn(syn::ImplItemFn { attrs, .. })
            | ImplItem::Macro(syn::ImplItemMacro { attrs, .. })
            | ImplItem::Type(syn::ImplItemType { attrs, .. }) => attrs.as_slice(),
            _ => &[],
        };
        self.note(attrs, item);
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        use syn::TraitItem;
        let attrs = match item {
            TraitItem::Const(syn::TraitItemConst { attrs, .. })
            | TraitItem::Fn(syn::TraitItemFn { attrs, .. })
            | TraitItem::Macro(syn::TraitItemMacro { attrs, .. })
            | TraitItem::Type(syn::TraitItemType { attrs, .. }) => attrs.as_slice(),
            _ => &[],
        };
        self.note(attrs, item);
        visit::visit_trait_item(self, item);
    }
}
