//! The neutral vocabulary that every other crate speaks: ids, counts and cuts.
