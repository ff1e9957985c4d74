/** What can be said about an email and a password before the server sees them, and how its refusals read. */
import type { TFunction } from 'i18next';
import { ApiError } from '@/shared/api/errors';
import { said } from '@/shared/i18n/said';
import { currentLanguage } from '@/shared/i18n/setup';

export function emailFault(t: TFunction, email: string): string | null {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : t('door.emailBad');
}

export function passwordFault(t: TFunction, password: string): string | null {
  if (password.length < 8) return t('door.passwordShort');
  return new TextEncoder().encode(password).length > 72 ? t('door.passwordLong') : null;
}

export function refusal(t: TFunction, fault: Error, taken: string): string {
  const failed = t('door.failed', { reason: said(fault.message, currentLanguage()) });
  if (!(fault instanceof ApiError)) return failed;
  if (fault.code === 'unauthorized' || fault.code === 'forbidden') return t('door.mismatch');
  if (fault.code === 'conflict') return taken;
  if (fault.code === 'rate_limited') return t('door.slowDown', { count: fault.retryAfter ?? 60 });
  if (fault.neverArrived) return t('state.unreachable');
  return failed;
}
