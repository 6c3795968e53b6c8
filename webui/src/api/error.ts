/** A refusal or failure of a call, always with a stable code. `ERR_NETWORK` means that no answer arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, string[]>;
  readonly body: unknown;

  constructor(code: string, status: number, message: string, body: unknown = null) {
    super(message || code);
    this.code = code;
    this.status = status;
    this.body = body;
    const details = isRecord(body) ? body.details : undefined;
    this.details = isRecord(details) ? (details as Record<string, string[]>) : {};
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the code of an error body: `code` wins, because the `error` of a 409 may carry a ticket as JSON text. */
export function toApiError(status: number, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {};
  const code = [fields.code, fields.error].find((value): value is string => typeof value === 'string' && value !== '');
  const message = typeof fields.message === 'string' ? fields.message : '';
  return new ApiError(code ?? `ERR_HTTP_${status}`, status, message, body);
}

/** Whether no answer arrived at all. */
export const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'ERR_NETWORK';
