/** All branches as a list: the twin of the map, with everything that can be done to one. */
import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Branch } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';

interface Props {
  storyId: string;
  branches: Branch[];
  busy: boolean;
  onOpen: (branch: Branch) => void;
  onRename: (branch: Branch, name: string) => void;
  onDelete: (branch: Branch) => void;
}

function Name({ branch, onRename, onDone }: { branch: Branch; onRename: (name: string) => void; onDone: () => void }): ReactElement {
  const { t } = useTranslation();
  const [name, setName] = useState(branch.name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && name.trim() !== branch.name) onRename(name.trim());
    onDone();
  };
  return (
    <form className="row tight" onSubmit={submit}>
      <input className="input" autoFocus aria-label={t('branches.newName', { name: branch.name })} maxLength={120} value={name} onChange={(event) => setName(event.target.value)} onKeyDown={(event) => event.key === 'Escape' && onDone()} />
      <button type="submit" className="btn small quiet">{t('app.save')}</button>
    </form>
  );
}

export function BranchList({ storyId, branches, busy, onOpen, onRename, onDelete }: Props): ReactElement {
  const { t } = useTranslation();
  const [naming, setNaming] = useState<string | null>(null);
  const current = branches.find((branch) => branch.is_current);
  const origin = (branch: Branch): string => {
    if (branch.fork_position === null) return t('branches.first');
    const parent = branches.find((each) => each.id === branch.parent_id);
    const number = branch.fork_position - 1;
    return parent === undefined ? t('branches.fromGone', { number }) : t('branches.from', { name: parent.name, number });
  };
  return (
    <ul className="brows">
      {branches.map((branch) => {
        const { name } = branch;
        const why = branch.is_current && branches.length > 1 ? t('branches.cannotDeleteCurrent', { name }) : !branch.can_delete || branch.is_current ? t('branches.cannotDelete', { name }) : t('branches.delete', { name });
        const cannot = branch.is_current || !branch.can_delete;
        return (
          <li key={branch.id} data-branch={name}>
            <div className="bn">
              {naming === branch.id ? (
                <Name branch={branch} onRename={(to) => onRename(branch, to)} onDone={() => setNaming(null)} />
              ) : (
                <b>{name}</b>
              )}
              {branch.is_current && <span className="tag acc">{t('story.isCurrent')}</span>}
            </div>
            <p className="sm sub bl">{origin(branch)}</p>
            <span className="sm muted num bt">{branch.head_position > 1 ? t('story.turn', { number: branch.head_position - 1 }) : t('story.opening')}</span>
            <div className="ba">
              <button type="button" className={`btn small${branch.is_current ? ' quiet' : ''}`} aria-disabled={busy} aria-label={t(branch.is_current ? 'branches.openNamed' : 'branches.switchNamed', { name })} onClick={() => onOpen(branch)}>
                {t(branch.is_current ? 'branches.open' : 'branches.switch')}
              </button>
              <button type="button" className="icon small" aria-label={t('branches.rename', { name })} title={t('branches.rename', { name })} onClick={() => setNaming(branch.id)}>
                <Icon name="pen" small />
              </button>
              {!branch.is_current && current !== undefined && (
                <Link className="icon small" to={`/story/${storyId}/compare?here=${current.id}&there=${branch.id}`} aria-label={t('branches.compare', { name })} title={t('branches.compare', { name })}>
                  <Icon name="columns" small />
                </Link>
              )}
              <button type="button" className="icon small" aria-disabled={cannot} aria-label={why} title={why} onClick={() => !cannot && onDelete(branch)}>
                <Icon name="trash" small />
              </button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
