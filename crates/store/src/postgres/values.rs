//! Converts values between SQLite and PostgreSQL, for the statements that both stores share (`crate::sql`) and for
//! copies.

use std::error::Error;

use bytes::BytesMut;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use tokio_postgres::Row;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A value for a column of PostgreSQL.
#[derive(Debug)]
pub(super) struct SqliteValue<'a>(pub(super) ToSqlOutput<'a>);

/// The column does not take the value.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct ValueFault(String);

impl ToSql for SqliteValue<'_> {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        let value = match &self.0 {
            ToSqlOutput::Borrowed(value) => *value,
            ToSqlOutput::Owned(value) => value.into(),
            _ => ValueRef::Null,
        };
        let too_large = |_| ValueFault("a number is too large for its column".to_owned());
        match value {
            ValueRef::Null => Ok(IsNull::Yes),
            ValueRef::Integer(number) if *of == Type::INT8 => number.to_sql(of, out),
            ValueRef::Integer(number) if *of == Type::INT4 => i32::try_from(number).map_err(too_large)?.to_sql(of, out),
            ValueRef::Integer(number) if *of == Type::INT2 => i16::try_from(number).map_err(too_large)?.to_sql(of, out),
            ValueRef::Text(text) if *of == Type::TEXT => {
                std::str::from_utf8(text).map_err(|_| ValueFault("a text is not UTF-8".to_owned()))?.to_sql(of, out)
            }
            ValueRef::Blob(bytes) if *of == Type::BYTEA => bytes.to_sql(of, out),
            other => {
                let words = format!("a column of type {of} does not take a value of type {}", other.data_type());
                Err(ValueFault(words).into())
            }
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// Returns the values of a row in the form of SQLite.
pub(super) fn untyped(row: &Row) -> Result<Vec<Value>, tokio_postgres::Error> {
    let value = |place: usize, of: &Type| {
        Ok(match *of {
            Type::INT8 => row.try_get::<_, Option<i64>>(place)?.into(),
            Type::INT4 => row.try_get::<_, Option<i32>>(place)?.into(),
            Type::INT2 => row.try_get::<_, Option<i16>>(place)?.into(),
            Type::BYTEA => row.try_get::<_, Option<Vec<u8>>>(place)?.into(),
            _ => row.try_get::<_, Option<String>>(place)?.into(),
        })
    };
    row.columns().iter().enumerate().map(|(place, column)| value(place, column.type_())).collect()
}
