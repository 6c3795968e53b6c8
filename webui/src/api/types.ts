/**
 * The wire types of the REST interface, under the names that the pages use. The shapes come from the server's own
 * description; everything else imports them from here.
 */
import type { components } from './schema.gen';

type Schemas = components['schemas'];

export type ApiErrorBody = Schemas['Error'];
export type ErrorCode = Schemas['ErrorCode'];

export type DemoLogin = Schemas['DemoLogin'];
export type AuthAnswer = Schemas['SignedIn'];
export type SessionUser = Schemas['SignedInUser'];
export type Profile = Schemas['Profile'];
export type Company = Schemas['SignedInCompany'];
export type Plan = Schemas['Plan'];
export type Setting = Schemas['Setting'];

export type Ticket = Schemas['Ticket'];
export type TicketStatus = Schemas['TicketStatus'];
export type TicketPage = Schemas['TicketPage'];
export type QueueRef = Schemas['TicketQueue'];
export type UserRef = Schemas['Named'];
export type ContactRef = Schemas['TicketContact'];
export type ConnectionRef = Schemas['TicketConnection'];
export type Tag = Schemas['Tag'];
/** One service episode of a contact, as joined into the conversation. */
export type Episode = Schemas['Episode'];
/** The answer of a create or accept that lost against another holder of the contact. */
export type TicketConflict = Schemas['TicketConflict'];
/** Absent fields stay as they are, null clears. */
export type TicketChange = Schemas['TicketChange'] & { promptId?: null; integrationId?: null };
export type NewTicket = Schemas['NewTicket'];

export type Message = Schemas['Message'];
export type MessagePage = Schemas['MessagePage'];
export type MediaType = Schemas['MediaType'];
export type SendState = Schemas['SendState'];
export type MessageLocation = Schemas['Location'];
export type QuotedMessage = Schemas['QuotedMessage'];

export type Contact = Schemas['Contact'];
export type ContactPage = Schemas['ContactPage'];
export type NewContact = Schemas['NewContact'];

export type Queue = Schemas['Queue'];
/** A colleague, as listed for transfers. */
export type Attendant = Schemas['Colleague'];

export type Connection = Schemas['Connection'];
export type ConnectionStatus = Schemas['ConnectionStatus'];
/** `beta` is a phone linked by a code. */
export type Provider = Schemas['ProviderKind'] | 'beta';
export type CloudSettings = Schemas['CloudView'];
export type ConnectionChange = Schemas['WhatsappBody'];
