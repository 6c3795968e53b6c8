-- The episodes of a ticket, also the ended ones: whom the desk waits for is asked with every first message.
CREATE INDEX ticket_tracking_of_ticket ON ticket_tracking (company_id, ticket_id);
