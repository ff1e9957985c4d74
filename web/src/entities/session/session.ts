/** Who is here: the state of the installation, the signed-in person, and the ways in and out. */
import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { call, refreshSession } from '@/shared/api/client';
import { isApiError } from '@/shared/api/errors';
import type { Profile, Session, SetupStatus, User } from '@/shared/api/shapes';
import { tokens } from '@/shared/api/tokens';
import { isLanguage, languageWasChosen, setLanguage } from '@/shared/i18n/setup';

export const CONTRACT = 3;

export function useSetup(): UseQueryResult<SetupStatus> {
  return useQuery({ queryKey: ['setup'], queryFn: () => call<SetupStatus>('/api/setup/status'), staleTime: Infinity, retry: 1 });
}

async function whoAmI(profile: Profile): Promise<User | null> {
  if (profile === 'server' && tokens.access() === null && tokens.refresh() === null) return null;
  if (tokens.access() === null && tokens.refresh() !== null) await refreshSession();
  try {
    return await call<User>('/api/auth/me');
  } catch (error) {
    if (isApiError(error, 'unauthorized')) return null;
    throw error;
  }
}

/** The signed-in person, or null. In the desktop profile the one owner is always signed in. */
export function useMe(enabled = true): UseQueryResult<User | null> {
  const profile = useSetup().data?.profile;
  return useQuery({ queryKey: ['me'], queryFn: () => whoAmI(profile ?? 'desktop'), enabled: enabled && profile !== undefined, staleTime: 5 * 60_000, retry: 1 });
}

/** Makes somebody the person who is here (null: nobody). What was fetched for anybody else goes first. */
export function become(queries: QueryClient, user: User | null): void {
  // These two are watched by the gate and must be changed in place, not removed.
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'setup' && query.queryKey[0] !== 'me' });
  queries.setQueryData(['me'], user);
}

/** Takes over a new session. */
function enter(queries: QueryClient, session: Session): void {
  const setup = queries.getQueryData<SetupStatus>(['setup']);
  tokens.keep(session.access_token, session.refresh_token);
  if (setup !== undefined) queries.setQueryData(['setup'], { ...setup, configured: true, admin_configured: true });
  become(queries, session.user);
  if (!languageWasChosen() && isLanguage(session.user.language)) setLanguage(session.user.language);
}

export interface Credentials {
  email: string;
  password: string;
  name?: string;
  language?: string;
}

export function useEnter(way: 'login' | 'register' | 'setup'): UseMutationResult<Session, Error, Credentials> {
  const queries = useQueryClient();
  const path = way === 'setup' ? '/api/setup/init' : `/api/auth/${way}`;
  return useMutation({
    mutationFn: (body) => call<Session>(path, { method: 'POST', body }),
    onSuccess: (session) => enter(queries, session),
  });
}

function leave(queries: QueryClient): void {
  tokens.forget();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so nothing of this person is in it.
  }
  become(queries, null);
}

export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const refresh_token = tokens.refresh();
    if (refresh_token !== null) {
      // Signing out here holds even where the server cannot be told.
      await call('/api/auth/logout', { method: 'POST', body: { refresh_token } }).catch(() => undefined);
    }
    leave(queries);
  };
}

export function useDeleteAccount(): UseMutationResult<void, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<void>('/api/auth/me', { method: 'DELETE' }),
    onSuccess: () => leave(queries),
  });
}

export function useChangeMe(): UseMutationResult<User, Error, { name?: string; language?: string }> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body) => call<User>('/api/auth/me', { method: 'PATCH', body }),
    onSuccess: (user) => queries.setQueryData(['me'], user),
  });
}
