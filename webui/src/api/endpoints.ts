/** What the server's description says of each call: its path, what goes with it and what it answers. Types only. */
import type { paths } from './schema.gen';

type Base = '/api';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that know a method, as callers write them: `/tickets/u/{uuid}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? (P extends `${Base}${infer Rest}` ? Rest : never) : never;
}[keyof paths];

export type Operation<M extends Method, P extends PathOf<M>> = paths[`${Base}${P}` & keyof paths][M];

type Part<O, Name extends string> = O extends { parameters: { [N in Name]?: infer Values } }
  ? NonNullable<Values>
  : never;

/** Where the description wants a text, yes and no and lists may stand: they travel as text. */
type QueryField<T> = T extends string ? T | boolean | readonly (string | number)[] : T;
type Query<Values> = { [Name in keyof Values]: QueryField<Values[Name]> };

type Header<Values> = { [Name in keyof Values]?: NonNullable<Values[Name]> };

type Content<O> = O extends { requestBody: { content: infer C } } ? C : Record<never, never>;
type Json<O> = Content<O> extends { 'application/json': infer Body } ? Body : never;
type FormField<T> = T extends readonly string[] ? string | Blob | readonly (string | Blob)[] : string | Blob;
type Form<O> =
  Content<O> extends { 'multipart/form-data': infer Fields }
    ? { [Name in keyof Fields]: FormField<NonNullable<Fields[Name]>> }
    : never;

/** A member that is there only when the description has it. */
type Given<Name extends string, Value> = [Value] extends [never] ? unknown : { [N in Name]: Value };
type Maybe<Name extends string, Value> = [Value] extends [never] ? unknown : { [N in Name]?: Value };

type Accompanied<O> = Given<'path', Part<O, 'path'>> &
  Maybe<'query', Query<Part<O, 'query'>>> &
  Maybe<'headers', Header<Part<O, 'header'>>>;

interface Manner {
  signal?: AbortSignal;
  /** Set to false for the calls that make a session: no bearer, no refresh, no sign-out. */
  isSigned?: boolean;
}

export type CallOptions<O> = Manner & Accompanied<O> & Given<'body', Json<O>>;
export type UploadOptions<O> = Manner &
  Accompanied<O> & { onProgress?: (fraction: number) => void } & Given<'form', Form<O>>;

/** The paths that take files. */
export type UploadPath = {
  [P in PathOf<'post'>]: [Form<Operation<'post', P>>] extends [never] ? never : P;
}[PathOf<'post'>];

/** The last argument of a call, which may be left out when nothing has to go with it. */
export type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

export type Answer<O> = O extends { responses: { 200: { content: infer C } } } ? C[keyof C] : never;
