import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLook } from '@/entities/look/look';
import { startLanguage } from '@/shared/i18n/setup';
import { App } from './App';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/shelf.css';
import './styles/reader.css';
import './styles/chat.css';
import './styles/people.css';
import './styles/story.css';
import './styles/world.css';
import './styles/branches.css';
import './styles/door.css';

startLanguage();
startLook();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// The Chinese face: a hundred small slices, declared once the page stands, fetched only where its characters are shown.
void import('./styles/fonts-zh.css');
