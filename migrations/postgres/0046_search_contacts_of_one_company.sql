-- Only the embedded database has an index of parts that all companies share.
SELECT 1;
