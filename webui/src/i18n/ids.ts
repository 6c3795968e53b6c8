/** The ids of all messages, read off the Portuguese catalogues. A new catalogue is named here. Types only. */
import type bulk from './locales/pt/bulk.json';
import type chats from './locales/pt/chats.json';
import type closingReasons from './locales/pt/closingReasons.json';
import type commands from './locales/pt/commands.json';
import type common from './locales/pt/common.json';
import type compose from './locales/pt/compose.json';
import type connections from './locales/pt/connections.json';
import type contacts from './locales/pt/contacts.json';
import type dashboard from './locales/pt/dashboard.json';
import type dialog from './locales/pt/dialog.json';
import type drawer from './locales/pt/drawer.json';
import type errors from './locales/pt/errors.json';
import type login from './locales/pt/login.json';
import type newTicket from './locales/pt/newTicket.json';
import type outage from './locales/pt/outage.json';
import type push from './locales/pt/push.json';
import type queues from './locales/pt/queues.json';
import type quick from './locales/pt/quick.json';
import type recorder from './locales/pt/recorder.json';
import type savedFilters from './locales/pt/savedFilters.json';
import type schedules from './locales/pt/schedules.json';
import type search from './locales/pt/search.json';
import type settings from './locales/pt/settings.json';
import type shell from './locales/pt/shell.json';
import type signup from './locales/pt/signup.json';
import type simulator from './locales/pt/simulator.json';
import type tags from './locales/pt/tags.json';
import type tickets from './locales/pt/tickets.json';
import type todo from './locales/pt/todo.json';
import type tree from './locales/pt/tree.json';
import type users from './locales/pt/users.json';

/** By the names of their files. */
interface Catalogues {
  bulk: typeof bulk;
  chats: typeof chats;
  closingReasons: typeof closingReasons;
  commands: typeof commands;
  common: typeof common;
  compose: typeof compose;
  connections: typeof connections;
  contacts: typeof contacts;
  dashboard: typeof dashboard;
  dialog: typeof dialog;
  drawer: typeof drawer;
  errors: typeof errors;
  login: typeof login;
  newTicket: typeof newTicket;
  outage: typeof outage;
  push: typeof push;
  queues: typeof queues;
  quick: typeof quick;
  recorder: typeof recorder;
  savedFilters: typeof savedFilters;
  schedules: typeof schedules;
  search: typeof search;
  settings: typeof settings;
  shell: typeof shell;
  signup: typeof signup;
  simulator: typeof simulator;
  tags: typeof tags;
  tickets: typeof tickets;
  todo: typeof todo;
  tree: typeof tree;
  users: typeof users;
}

/** A catalogue of its own, loaded with the part of the page that needs it. */
export type Catalogue = keyof Catalogues;
export type MessageId = { [C in Catalogue]: keyof Catalogues[C] }[Catalogue];
