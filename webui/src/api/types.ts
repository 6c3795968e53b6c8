/**
 * The wire types of the REST interface, under the names that the pages use. The shapes come from the server's own
 * description; everything else imports them from here.
 */
import type { components, paths } from './schema.gen.d';

type Schemas = components['schemas'];

export type DemoLogin = Schemas['DemoLogin'];
export type AuthAnswer = Schemas['SignedIn'];
export type MadePasskey = Schemas['MadePasskey'];
export type PasskeyAnswer = Schemas['PasskeyAnswer'];
/** One of one's passkeys. */
export type Passkey = Schemas['Passkey'];
export type SessionUser = Schemas['SignedInUser'];
export type OfferedPlan = Schemas['OfferedPlan'];
export type Profile = Schemas['Profile'];
export type Plan = Schemas['Plan'];
export type Setting = Schemas['Setting'];

/** What is told, by the last part of an event's name. */
export type EventBodies = Schemas['Events'];
/** One who looks at a conversation. */
export type Looker = Schemas['Looker'];

export type Ticket = Schemas['Ticket'];
/** A page of a lane of the board. */
export type CardPage = Schemas['CardPage'];
/** What a business says of itself on WhatsApp. */
export type BusinessProfile = Schemas['BusinessProfile'];
export type CardMove = Schemas['CardMove'];
export type TicketStatus = Schemas['TicketStatus'];
export type TicketPage = Schemas['TicketPage'];
export type QueueRef = Schemas['TicketQueue'];
export type UserRef = Schemas['Named'];
export type Tag = Schemas['Tag'];
/** A tag as its page shows it. */
export type TagDetails = Schemas['TagDetails'];
/** One service episode of a contact, as joined into the conversation. */
export type Episode = Schemas['Episode'];
/** The answer of a create or accept that lost against another holder of the contact. */
export type TicketConflict = Schemas['TicketConflict'];
/** Why a ticket was closed, as the company offers it. */
export type ClosingReason = Schemas['ClosingReason'];
/** What a language model is told to be. */
export type Prompt = Schemas['Prompt'];
export type AiUsage = Schemas['AiUsage'];
/** A service of others that answers customers. */
export type QueueIntegration = Schemas['QueueIntegration'];
export type ApiKey = Schemas['ApiKey'];
export type ForwardAnswer = Schemas['ForwardAnswer'];
export type ForwardBody = Schemas['ForwardBody'];
export type KeyCall = Schemas['KeyCall'];
export type ApiKeys = Schemas['ApiKeys'];
export type ApiScope = Schemas['Scope'];
export type Webhook = Schemas['Webhook'];
export type WebhookShown = Schemas['WebhookShown'];
export type WebhookEvent = Schemas['WebhookEvent'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type DeliveryDetails = Schemas['DeliveryDetails'];
export type IntegrationKind = Schemas['IntegrationKind'];
export type IntegrationCall = Schemas['IntegrationCall'];
export type IntegrationUse = Schemas['IntegrationUse'];
export type TestSession = Schemas['TestSession'];
export type DayHours = Schemas['DayHours'];
export type Holiday = Schemas['Holiday'];
/** A day that a company may take over. */
export type NationalHoliday = Schemas['National'];
export type QueueOption = Schemas['QueueOption'];
export type TreeOption = Schemas['TreeOption'];
export type PreviewOption = Schemas['PreviewOption'];
/** What the phone beside the editor of a menu shows. */
export type Played = Schemas['Played'];
/** Absent fields stay as they are, null clears. */
export type TicketChange = Schemas['TicketChange'];
export type NewTicket = Schemas['NewTicket'];
/** A change of many tickets, and what became of each. */
export type BulkChange = Schemas['BulkChange'];
export type BulkAnswer = Schemas['BulkAnswer'];

export type Message = Schemas['Message'];
export type MessagePage = Schemas['MessagePage'];
/** A message of which nobody knows whether it left, and where it is. */
export type UnknownMessage = Schemas['UnknownMessage'];
export type UnknownPage = Schemas['UnknownPage'];
/** A message that a search found, and where it stands. */
export type FoundMessage = Schemas['FoundMessage'];
export type MessageLocation = Schemas['Location'];
export type ContactCard = Schemas['ContactCard'];
export type QuotedMessage = Schemas['QuotedMessage'];

export type Contact = Schemas['Contact'];
export type ContactPage = Schemas['ContactPage'];
export type NewContact = Schemas['NewContact'];
export type ContactChange = Schemas['ContactChange'];
/** What somebody did with a ticket. */
export type TicketStep = Schemas['TicketStep'];
/** What the team wrote down about a ticket. */
export type TicketNote = Schemas['TicketNote'];

export type PushSubscriptionBody = Schemas['PushSubscription'];

export type QuickMessage = Schemas['QuickMessage'];
export type ExtraInfo = Schemas['ExtraInfo'];
/** What an import of a file would do, row by row. */
export type ImportPreview = Schemas['ImportPreview'];
export type ImportRow = Schemas['ImportRow'];

export type Queue = Schemas['Queue'];
/** A colleague, as listed for transfers. */
export type Attendant = Schemas['Colleague'];
/** A user as an admin sees him, or he himself. */
export type User = Schemas['User'];
export type UserPage = Schemas['UserPage'];
export type UserChange = Schemas['UserBody'];

export type Connection = Schemas['Connection'];
export type ConnectionStatus = Schemas['ConnectionStatus'];
/** `beta` is a phone linked by a code. */
export type Provider = Schemas['ProviderKind'];
export type ConnectionChange = Schemas['WhatsappBody'];
/** How a number has been. */
export type ConnectionHealth = Schemas['ConnectionHealth'];
export type HealthCell = Schemas['HealthCell'];

/** A text that Meta has approved for a number, or is to. */
export type MessageTemplate = Schemas['MessageTemplate'];
export type TemplateValues = Schemas['TemplateValues'];
export type TemplateChoice = Schemas['TemplateChoice'];
export type NewTemplate = Schemas['NewTemplate'];
export type NewButton = Schemas['NewButton'];
/** Until when free text passes. */
export type SendWindow = Schemas['SendWindow'];

export type Counters = Schemas['Counters'];
export type Dashboard = Schemas['Dashboard'];
export type DashboardCourse = Schemas['DashboardCourse'];
export type CourseDay = Schemas['CourseDay'];
export type FirstAnswer = Schemas['FirstAnswer'];
export type DashboardNow = Schemas['DashboardNow'];
export type WaitingTicket = Schemas['WaitingTicket'];
export type Held = Schemas['Held'];
export type AttendantFigures = Schemas['AttendantFigures'];
export type TicketsUsers = Schemas['TicketsUsers'];
export type TicketsDay = Schemas['TicketsDay'];
export type TimeTotal = Schemas['TimeTotal'];
export type TimesOf = Schemas['TimesOf'];
export type UserTotal = Schemas['UserTotal'];

export type Schedule = Schemas['Schedule'];
export type ScheduleStatus = Schemas['ScheduleStatus'];

export type Chat = Schemas['Chat'];
export type ChatPage = Schemas['ChatPage'];
export type ChatMessage = Schemas['ChatMessage'];
export type ChatMessagePage = Schemas['ChatMessagePage'];

export type Announcement = Schemas['Announcement'];
export type Campaign = Schemas['Campaign'];
export type CampaignBody = Schemas['CampaignBody'];
export type CampaignCounts = Schemas['CampaignCounts'];
export type CampaignForecast = Schemas['CampaignForecast'];
export type CampaignNumber = Schemas['CampaignNumber'];
export type ForecastBody = Schemas['ForecastBody'];
export type CampaignPoint = Schemas['ProgressPoint'];
export type CampaignRecipient = Schemas['CampaignRecipient'];
export type CampaignStanding = Schemas['CampaignStanding'];
export type CampaignsStanding = Schemas['CampaignsStanding'];
export type CampaignTemplate = Schemas['CampaignTemplate'];
export type CampaignVariable = Schemas['CampaignVariable'];
export type RecipientState = Schemas['RecipientState'];
export type DoNotContact = Schemas['DoNotContact'];
export type ContactList = Schemas['ContactList'];
export type ContactListDetails = Schemas['ContactListDetails'];
export type ContactListItem = Schemas['ContactListItem'];
export type FileList = Schemas['FileList'];

/** A company as those who run the server see it, and the page of them with how many stand how. */
export type CompanyDetails = Schemas['CompanyDetails'];
export type CompanyPage = Schemas['CompanyPage'];
export type CompanyChange = Schemas['CompanyBody'];
export type Recurrence = Schemas['Recurrence'];
/** What a company hears of itself when it changes. */
export type Company = Schemas['Company'];
export type PlanDetails = Schemas['PlanDetails'];
export type PlanChange = Schemas['PlanBody'];
export type Help = Schemas['Help'];
export type HelpChange = Schemas['HelpBody'];
/** A super user at work in the company. */
export type Impersonation = Schemas['Impersonation'];
export type StaySignedIn = Schemas['StaySignedIn'];
/** Somebody who is invited and has not come yet. */
export type Invitation = Schemas['Invitation'];
export type OpenInvitation = Schemas['OpenInvitation'];
/** How far a new company has come. */
export type FirstHour = Schemas['FirstHour'];
/** One change in administration. */
export type AuditRecord = Schemas['AuditRecord'];
export type AuditSubject = NonNullable<NonNullable<paths['/api/audit']['get']['parameters']['query']>['entity']>;
/** How the server is. */
export type Operation = Schemas['Operation'];
/** How a node was over time. */
export type OperationSeries = Schemas['OperationSeries'];
/** What a company owes for its desk. */
export type Invoice = Schemas['Invoice'];
/** An invoice as its company sees it, with what came for it. */
export type OwnInvoice = Schemas['OwnInvoice'];
export type CompanyInvoice = Schemas['CompanyInvoice'];
export type Payment = Schemas['Payment'];
/** What became of a payment. */
export type SettledBody = Schemas['SettledBody'];
export type InvoiceStatus = Schemas['InvoiceStatus'];
export type PaymentOutcome = Schemas['PaymentOutcome'];
/** How a company's subscription stands. */
export type Subscription = Schemas['Subscription'];
/** A plan, and what it would mean to take it. */
export type PlanOffer = Schemas['PlanOffer'];
/** A Pix charge that can be paid. */
export type PixCharge = Schemas['PixCharge'];
export type CheckoutBody = Schemas['CheckoutBody'];

/** What admins have to know to let programs send. */
export type MessagesApi = Schemas['MessagesApi'];
export type ConnectionToken = Schemas['ConnectionToken'];
