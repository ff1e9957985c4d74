import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, lazy, useEffect } from 'react';
import type { ReactElement } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { DropVeil } from '@/features/import-book/DropVeil';
import { isApiError } from '@/shared/api/errors';
import { Toasts } from '@/shared/ui/toasts';
import { HomePage } from '@/pages/home/HomePage';
import { LibraryPage } from '@/pages/library/LibraryPage';
import { NotFoundPage } from '@/pages/not-found/NotFoundPage';
import { PeoplePage } from '@/pages/people/PeoplePage';
import { PersonPage } from '@/pages/person/PersonPage';
import { ReaderPage } from '@/pages/reader/ReaderPage';
import { SettingsPage } from '@/pages/settings/SettingsPage';
import { ShelfPage } from '@/pages/shelf/ShelfPage';
import { SignInPage } from '@/pages/sign-in/SignInPage';
import { GlobalKeys } from '@/widgets/keys/GlobalKeys';
import { Fallback } from './Fallback';
import { Gate } from './Gate';

// Stories are the one room that not everybody enters; its pages come when they are asked for.
const StoryPage = lazy(() => import('@/pages/story/StoryPage').then((page) => ({ default: page.StoryPage })));
const BranchesPage = lazy(() => import('@/pages/branches/BranchesPage').then((page) => ({ default: page.BranchesPage })));
const ComparePage = lazy(() => import('@/pages/compare/ComparePage').then((page) => ({ default: page.ComparePage })));

const queries = new QueryClient({
  defaultOptions: {
    // The server may be this computer: whether there is an internet says nothing about reaching it.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 5000,
      // The server's refusals are answers; only what never arrived, or broke, is asked again.
      retry: (count, fault) => count < 2 && !(isApiError(fault) && fault.status > 0 && fault.status < 500),
      refetchOnWindowFocus: false,
    },
  },
});

/** Where somebody was going when they had to sign in first. */
function ToSignIn(): ReactElement {
  const { pathname, search } = useLocation();
  return <Navigate to="/login?again" replace state={{ from: `${pathname}${search}` }} />;
}

function AfterSignIn(): ReactElement {
  const { state } = useLocation();
  const from: unknown = state !== null && typeof state === 'object' && 'from' in state ? state.from : null;
  return <Navigate to={typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : '/shelf'} replace />;
}

/** A new page begins at its top and is announced by its heading. */
function Arrivals(): null {
  const { pathname } = useLocation();
  useEffect(() => {
    document.querySelector('.scroll')?.scrollTo(0, 0);
  }, [pathname]);
  return null;
}

function Inside(): ReactElement {
  return (
    <>
      <Arrivals />
      <Suspense fallback={<main id="main" className="page" aria-busy="true" tabIndex={-1} />}>
      <Routes>
        <Route path="/" element={<Navigate to="/shelf" replace />} />
        <Route path="/login" element={<AfterSignIn />} />
        <Route path="/register" element={<AfterSignIn />} />
        <Route path="/shelf" element={<ShelfPage />} />
        <Route path="/library" element={<LibraryPage />} />
        <Route path="/reader/:novelId/:chapterNum" element={<ReaderPage />} />
        <Route path="/characters/:novelId" element={<PeoplePage />} />
        <Route path="/characters/:novelId/:characterId" element={<PersonPage />} />
        <Route path="/story/:storyId" element={<StoryPage />} />
        <Route path="/story/:storyId/branches" element={<BranchesPage />} />
        <Route path="/story/:storyId/compare" element={<ComparePage />} />
        <Route path="/settings" element={<SettingsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
      </Suspense>
      <DropVeil />
      <GlobalKeys />
    </>
  );
}

function Outside(): ReactElement {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/login" element={<SignInPage key="login" way="login" />} />
      <Route path="/register" element={<SignInPage key="register" way="register" />} />
      <Route path="*" element={<ToSignIn />} />
    </Routes>
  );
}

export function App(): ReactElement {
  return (
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <Fallback>
          <Gate outside={<Outside />} inside={<Inside />} />
          <Toasts />
        </Fallback>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
