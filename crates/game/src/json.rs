//! Reading JSON. Text becomes a tree first, and every type is read from the tree. So each type is compiled for only one
//! source. This makes the module for browsers smaller (docs/develop/offline.md).

use std::fmt;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{
    DeserializeOwned, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
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

/// Reads parsed JSON. A struct is read from an object alone, never from a list.
///
/// # Errors
/// If it does not fit the type.
#[inline(never)]
pub fn read_value<'a, T: Deserialize<'a>>(value: &'a Value) -> Result<T, Error> {
    T::deserialize(ValueReader(value))
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
struct ValueReader<'a>(&'a Value);

impl<'de> IntoDeserializer<'de, Error> for ValueReader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Returns the entries of an object. All visitors get the same type of iterator.
fn entries(map: &Map<String, Value>) -> impl Iterator<Item = (&str, ValueReader<'_>)> {
    map.iter().map(|(key, value)| (key.as_str(), ValueReader(value)))
}

impl<'de> Deserializer<'de> for ValueReader<'de> {
    type Error = Error;

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(yes) => visitor.visit_bool(*yes),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.iter().map(ValueReader));
                let value = visitor.visit_seq(&mut items)?;
                items.end().map(|()| value)
            }
            Value::Object(map) => visitor.visit_map(MapDeserializer::new(entries(map))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(map) => visitor.visit_map(MapDeserializer::new(entries(map))),
            _ => Err(Error::invalid_type(Unexpected::Other("no object"), &visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant = match self.0 {
            Value::String(name) => Some((name.as_str(), ValueReader(&Value::Null))),
            Value::Object(map) => entries(map).next().filter(|_| map.len() == 1),
            _ => None,
        };
        let variant = variant.ok_or_else(|| Error::invalid_type(Unexpected::Other("no variant"), &visitor))?;
        visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new([variant].into_iter())))
    }
}

/// The keys of an object of which one, the tag, names the variant of an enum in snake case. For
/// [`read_tagged!`](crate::read_tagged!).
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
    /// If the tag names this variant, but the object has other keys.
    pub fn match_variant(self, variant: &str, known: &'static [&'static str]) -> Result<bool, Error> {
        if !snake(variant).eq(self.variant.chars()) {
            return Ok(false);
        }
        match self.keys.keys().find(|key| *key != self.tag && !known.contains(&key.as_str())) {
            Some(unknown) => Err(Error::unknown_field(unknown, known)),
            None => Ok(true),
        }
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

/// Implements `Deserialize` for an enum of which one key names the variant. Unknown keys are refused. The `Deserialize`
/// that serde derives would copy each object into a tree of its own, and compile all fields for that tree as well.
#[macro_export]
macro_rules! read_tagged {
    ($name:ident by $tag:literal: $($variant:ident { $($field:ident),* }),* $(,)?) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                // All variants are listed.
                const _: fn($name) = |all| match all { $($name::$variant { .. } => {})* };
                let read = |value: &$crate::Value| {
                    let keys = $crate::TaggedKeys::new($tag, value)?;
                    $(if keys.match_variant(stringify!($variant), &[$(stringify!($field)),*])? {
                        return Ok($name::$variant { $($field: keys.read(stringify!($field))?),* });
                    })*
                    Err(keys.unknown(&[$(stringify!($variant)),*]))
                };
                read(&$crate::Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
            }
        }
    };
}
