//! What companies owe for their desk: invoices, the Pix charges made for them, and the payments that came.

pub mod banks;
pub mod charges;
pub mod credits;
pub mod differences;
pub mod invoices;
pub mod notices;
pub mod own;
pub mod payments;
