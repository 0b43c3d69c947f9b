//! Reading JSON. Text becomes a tree first, and every type is read from the tree. So each type is compiled for only one
//! source. This makes the module for browsers smaller (docs/develop/offline.md).

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::{Error, Map, Value};

/// Reads JSON text. An object with the same key twice is refused.
///
/// # Errors
/// If it is not JSON, or does not fit the type.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    read_value(&parse_json(text)?)
}

/// Parses JSON text. An object with the same key twice is refused.
///
/// # Errors
/// If it is not JSON.
pub fn parse_json(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map(|Parsed(value)| value)
}

/// Reads parsed JSON. A struct is read from an object alone, never from a list, and keys that it does not have are
/// refused.
///
/// # Errors
/// If it does not fit the type.
#[inline(never)]
pub fn read_value<'a, T: Deserialize<'a>>(value: &'a Value) -> Result<T, Error> {
    T::deserialize(ValueReader { value: Some(value), strict: true })
}

/// Reads parsed JSON as [`read_value`], but ignores keys that a struct does not have: another version may have stored
/// them.
///
/// # Errors
/// If it does not fit the type.
#[inline(never)]
pub fn read_stored<'a, T: Deserialize<'a>>(value: &'a Value) -> Result<T, Error> {
    T::deserialize(ValueReader { value: Some(value), strict: false })
}

/// Reads a field that may be null, but whose key must be present. Without this function, serde reads the missing key of
/// an `Option` as null.
///
/// # Errors
/// If the key is missing, or the value does not fit the type.
pub fn read_nullable<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Option<T>, D::Error> {
    read_value(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Converts a value to a tree. The value is first written as text, so that each type is compiled for only one form.
///
/// # Panics
/// If the value cannot be written as JSON.
pub fn write_value(written: &impl Serialize) -> Value {
    let text = serde_json::to_string(written).expect("it is text, numbers, lists and objects");
    parse_json(&text).expect("it was written as JSON")
}

/// A value in which no key occurs twice.
struct Parsed(Value);

impl<'de> Deserialize<'de> for Parsed {
    #[inline(never)]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Parsed, D::Error> {
        deserializer.deserialize_any(Parser).map(Parsed)
    }
}

struct Parser;

impl<'de> Visitor<'de> for Parser {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Value, E> {
        Ok(yes.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Parsed(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
            let Parsed(value) = entries.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// A part of the tree, to be read as a type.
#[derive(Clone, Copy)]
struct ValueReader<'a> {
    /// The value; `None` if the object lacks the key.
    value: Option<&'a Value>,
    /// True if structs refuse keys that they do not have.
    strict: bool,
}

impl<'a> ValueReader<'a> {
    fn with(self, value: &'a Value) -> ValueReader<'a> {
        ValueReader { value: Some(value), ..self }
    }

    /// Returns the value, or an error if the key is missing. The caller replaces this error if people see it.
    #[inline(never)]
    fn value(self) -> Result<&'a Value, Error> {
        self.value.ok_or_else(|| Error::custom("missing"))
    }

    /// Returns the fields of a struct; `None` if the value is no object.
    #[inline(never)]
    fn fields(self, names: &'static [&'static str]) -> Result<Option<Fields<'a>>, Error> {
        let Value::Object(map) = self.value()? else { return Ok(None) };
        match map.keys().find(|key| self.strict && !names.contains(&key.as_str())) {
            Some(unknown) => Err(Error::unknown_field(unknown, names)),
            None => Ok(Some(Fields { map, names: names.iter(), reader: self, missing: None })),
        }
    }
}

impl<'de> IntoDeserializer<'de, Error> for ValueReader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Implements the methods for values without parts, such as numbers and texts, by the methods of `serde_json`.
macro_rules! read_simply {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.value()?.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for ValueReader<'de> {
    type Error = Error;

    read_simply! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_char deserialize_str
        deserialize_string deserialize_unit
    }

    forward_to_deserialize_any! {
        bytes byte_buf unit_struct tuple tuple_struct identifier ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value()? {
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
            simple => simple.deserialize_any(visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(Value::Array(items)) = self.value else { return self.deserialize_unit(visitor) };
        let mut items = SeqDeserializer::new(items.iter().map(|item| self.with(item)));
        let value = visitor.visit_seq(&mut items)?;
        items.end().map(|()| value)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(Value::Object(map)) = self.value else { return self.deserialize_unit(visitor) };
        visitor.visit_map(MapDeserializer::new(map.iter().map(|(key, value)| (key.as_str(), self.with(value)))))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            None | Some(Value::Null) => visitor.visit_none(),
            Some(_) => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads the fields in the order of the struct, like a list. The code that serde derives for a list is much smaller
    /// than that for an object.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Some(mut fields) = self.fields(names)? else { return self.deserialize_unit(visitor) };
        visitor.visit_seq(&mut fields).map_err(|error| fields.missing.map_or(error, Error::missing_field))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant = match self.value {
            Some(Value::String(name)) => Some((name, &Value::Null)),
            Some(Value::Object(map)) if map.len() == 1 => map.iter().next(),
            _ => None,
        };
        let Some((name, value)) = variant else { return self.deserialize_unit(visitor) };
        visitor.visit_enum(VariantReader { name, value: self.with(value) })
    }
}

/// The fields of a struct, in its order.
struct Fields<'a> {
    map: &'a Map<String, Value>,
    names: std::slice::Iter<'static, &'static str>,
    reader: ValueReader<'a>,
    /// The field that was read last, if its key is missing.
    missing: Option<&'static str>,
}

impl<'a> Fields<'a> {
    #[inline(never)]
    fn next(&mut self) -> ValueReader<'a> {
        let name = self.names.next().copied().unwrap_or_default();
        let value = self.map.get(name);
        self.missing = value.is_none().then_some(name);
        ValueReader { value, ..self.reader }
    }
}

impl<'de> SeqAccess<'de> for Fields<'de> {
    type Error = Error;

    /// Reads the next field. If its key is missing, an `Option` is read as null. A field of any other type counts as
    /// the end of the list: it gets its default, or the struct is refused if the field has none.
    #[inline(never)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        match seed.deserialize(self.next()) {
            Err(_) if self.missing.is_some() => Ok(None),
            read => read.map(Some),
        }
    }
}

/// A variant of an enum: its name and its content.
struct VariantReader<'a> {
    name: &'a str,
    value: ValueReader<'a>,
}

impl<'de> EnumAccess<'de> for VariantReader<'de> {
    type Error = Error;
    type Variant = ValueReader<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, ValueReader<'de>), Error> {
        Ok((seed.deserialize(BorrowedStrDeserializer::<Error>::new(self.name))?, self.value))
    }
}

impl<'de> VariantAccess<'de> for ValueReader<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        <()>::deserialize(self)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", names, visitor)
    }
}

/// The keys of an object that represents a variant of an enum. The value of one key, the tag, is the name of the
/// variant in snake case. [`read_tagged!`](crate::read_tagged!) uses this type.
#[derive(Clone, Copy)]
pub struct TaggedKeys<'a> {
    tag: &'static str,
    variant: &'a str,
    keys: &'a Map<String, Value>,
}

impl<'a> TaggedKeys<'a> {
    /// Splits an object.
    ///
    /// # Errors
    /// If it is not an object, or the tag is not text.
    pub fn new(tag: &'static str, value: &'a Value) -> Result<TaggedKeys<'a>, Error> {
        let keys = value.as_object().ok_or_else(|| Error::custom("expected an object"))?;
        let variant = read_value(keys.get(tag).ok_or_else(|| Error::missing_field(tag))?)?;
        Ok(TaggedKeys { tag, variant, keys })
    }

    /// Returns true if the tag names this variant, which has the keys `known`.
    ///
    /// # Errors
    /// If the tag names this variant, `strict` is true, and the object has a key that is not in `known`.
    pub fn match_variant(self, variant: &str, known: &'static [&'static str], strict: bool) -> Result<bool, Error> {
        if !snake(variant).eq(self.variant.chars()) {
            return Ok(false);
        }
        match self.keys.keys().find(|key| strict && *key != self.tag && !known.contains(&key.as_str())) {
            Some(unknown) => Err(Error::unknown_field(unknown, known)),
            None => Ok(true),
        }
    }

    /// Returns true if the object does not have a key.
    pub fn lacks(self, key: &str) -> bool {
        !self.keys.contains_key(key)
    }

    /// Reads the value of a key. A missing key is read as null.
    ///
    /// # Errors
    /// If it does not fit the type.
    #[inline(never)]
    pub fn read<T: DeserializeOwned>(self, key: &'static str) -> Result<T, Error> {
        match self.keys.get(key) {
            Some(value) => read_value(value),
            None => read_value(&Value::Null).map_err(|_| Error::missing_field(key)),
        }
    }

    /// Returns the error for a tag that names none of these variants.
    pub fn unknown(self, variants: &[&str]) -> Error {
        let known: Vec<String> =
            variants.iter().map(|variant| format!("`{}`", snake(variant).collect::<String>())).collect();
        Error::custom(format_args!("unknown variant `{}`, expected one of {}", self.variant, known.join(", ")))
    }
}

/// Converts the name of a variant to snake case.
fn snake(variant: &str) -> impl Iterator<Item = char> {
    variant.char_indices().flat_map(|(at, letter)| {
        let line = (at > 0 && letter.is_ascii_uppercase()).then_some('_');
        line.into_iter().chain([letter.to_ascii_lowercase()])
    })
}

/// Implements `Deserialize` for an enum whose JSON object names the variant in one key. Unknown keys are refused, or
/// with `others ignored` they are ignored. A field can have a default. The `Deserialize` that serde derives would copy
/// each object into a second kind of tree, and the code for all fields would be compiled for that tree too.
#[macro_export]
macro_rules! read_tagged {
    ($name:ident by $tag:literal: $($variants:tt)*) => {
        $crate::read_tagged! { @ $name $tag true $($variants)* }
    };
    ($name:ident by $tag:literal, others ignored: $($variants:tt)*) => {
        $crate::read_tagged! { @ $name $tag false $($variants)* }
    };
    (@ $name:ident $tag:literal $strict:literal
        $($variant:ident { $($field:ident $(= $default:expr)?),* }),* $(,)?
    ) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                // The `match` does not compile unless the macro's caller has listed all variants.
                const _: fn($name) = |all| match all { $($name::$variant { .. } => {})* };
                let read = |value: &$crate::Value| {
                    let keys = $crate::TaggedKeys::new($tag, value)?;
                    $(if keys.match_variant(stringify!($variant), &[$(stringify!($field)),*], $strict)? {
                        return Ok($name::$variant {
                            $($field: $(if keys.lacks(stringify!($field)) { $default } else)? {
                                keys.read(stringify!($field))?
                            }),*
                        });
                    })*
                    Err(keys.unknown(&[$(stringify!($variant)),*]))
                };
                read(&$crate::Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }
    };
}
