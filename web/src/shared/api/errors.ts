/** Faults of a request, named by the server's code; a request that never arrived has the code `network`. */

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds the server asked us to wait, or null. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  get neverArrived(): boolean {
    return this.status === 0;
  }
}

/** Seconds of a Retry-After header: a number, or a date compared with now. */
export function readRetryAfter(value: string | null, now: number = Date.now()): number | null {
  if (value === null || value.trim() === '') return null;
  if (/^\d{1,6}$/.test(value.trim())) return Number(value.trim());
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The error a failed response stands for; a body that is not ours still gets a code from its status. */
export async function errorOf(response: Response): Promise<ApiError> {
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  try {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null && 'error' in body) {
      const fault = (body as { error: { code?: unknown; message?: unknown } }).error;
      if (typeof fault.code === 'string' && typeof fault.message === 'string') {
        return new ApiError(response.status, fault.code, fault.message, retryAfter);
      }
    }
  } catch {
    // Not JSON: a proxy answered. The status is all we know.
  }
  return new ApiError(response.status, `http_${response.status}`, `The server answered ${response.status}.`, retryAfter);
}

export function isApiError(value: unknown, ...codes: string[]): value is ApiError {
  return value instanceof ApiError && (codes.length === 0 || codes.includes(value.code));
}
