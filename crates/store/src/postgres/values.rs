//! Values of SQLite in PostgreSQL: what the statements for both stores take and return (`crate::sql`), and what is copied.

use rusqlite::types::{Value, ValueRef};
use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};

/// A value as a column of this type takes it.
pub(super) fn typed<'a>(value: ValueRef<'a>, of: &Type) -> Result<Box<dyn ToSql + Sync + Send + 'a>, String> {
    let too_large = |_| "a number is too large for its column".to_owned();
    Ok(match value {
        ValueRef::Integer(number) if *of == Type::INT8 => Box::new(number),
        ValueRef::Integer(number) if *of == Type::INT4 => Box::new(i32::try_from(number).map_err(too_large)?),
        ValueRef::Integer(number) if *of == Type::INT2 => Box::new(i16::try_from(number).map_err(too_large)?),
        ValueRef::Integer(number @ (0 | 1)) if *of == Type::BOOL => Box::new(number == 1),
        ValueRef::Text(text) if *of == Type::TEXT => {
            Box::new(std::str::from_utf8(text).map_err(|_| "a text is not UTF-8".to_owned())?)
        }
        ValueRef::Blob(bytes) if *of == Type::BYTEA => Box::new(bytes),
        ValueRef::Null if *of == Type::INT8 => Box::new(None::<i64>),
        ValueRef::Null if *of == Type::INT4 => Box::new(None::<i32>),
        ValueRef::Null if *of == Type::INT2 => Box::new(None::<i16>),
        ValueRef::Null if *of == Type::BOOL => Box::new(None::<bool>),
        ValueRef::Null if *of == Type::TEXT => Box::new(None::<&str>),
        ValueRef::Null if *of == Type::BYTEA => Box::new(None::<&[u8]>),
        other => return Err(format!("a column of type {of} does not take a value of type {}", other.data_type())),
    })
}

/// The values of a row, in the form of SQLite.
pub(super) fn untyped(row: &Row) -> Result<Vec<Value>, tokio_postgres::Error> {
    let value = |place: usize, of: &Type| {
        Ok(match *of {
            Type::INT8 => row.try_get::<_, Option<i64>>(place)?.into(),
            Type::INT4 => row.try_get::<_, Option<i32>>(place)?.into(),
            Type::INT2 => row.try_get::<_, Option<i16>>(place)?.into(),
            Type::BOOL => row.try_get::<_, Option<bool>>(place)?.into(),
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(place)?.into(),
            _ => row.try_get::<_, Option<String>>(place)?.into(),
        })
    };
    row.columns().iter().enumerate().map(|(place, column)| value(place, column.type_())).collect()
}
