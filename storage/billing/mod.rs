//! What companies owe for their desk: invoices, the Pix charges made for them, and the payments that came.

pub mod charges;
pub mod invoices;
