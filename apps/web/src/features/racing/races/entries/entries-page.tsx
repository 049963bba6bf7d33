/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   The style sheet lays rows out in lines on a phone, which takes the table's own roles away. */
import { races, type RaceCategory, type RaceEntry } from '@boathouse/contract/races';
import { startLists } from '@boathouse/contract/races/start-lists';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../lib/api.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/field/field.tsx';
import { RowMenu } from '../../../../ui/menu/row-menu.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { figureCell, Table } from '../../../../ui/table.tsx';
import { showErrorToast } from '../../../../ui/toast-store.ts';
import { useMediaQuery } from '../../../../ui/use-media-query.ts';
import { callRaceDay, changeEvent, useRaceChange } from '../api.ts';
import { useRaceEvent } from '../event/event-context.ts';
import { formatScore } from '../race-words.ts';
import { weighInWords } from '../weigh-in.ts';
import { EntryCode } from './entry-code.tsx';
import { useCodes } from './use-codes.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import styles from './entries.module.css';

type Shown = { kind: 'entry'; entry: RaceEntry | null } | { kind: 'file' } | null;

/** All entries by category, with the weigh-in; admins add, change and import them. */
export function EntriesPage() {
  const event = useRaceEvent();
  const { _id, categories, entries, may, isGuest = false } = event;
  const codes = useCodes(_id);
  // Three buttons take two lines of a phone.
  const isFileInMenu = useMediaQuery('(max-width: 40rem)') && entries.length > 0;
  const [shown, setShown] = useState<Shown>(null);
  const [search, setSearch] = useState('');
  const found = entries.filter((entry) => isFound(entry, search));
  return (
    <Panel
      title={entries.length === 1 ? '1 entry' : `${entries.length} entries`}
      aside={
        <div className={styles.actions}>
          {entries.length > 0 &&
            (may.manage ? (
              <RowMenu
                label="More"
                isBusy={codes.isLoading}
                items={[
                  ...(isFileInMenu
                    ? [
                        {
                          key: 'import',
                          words: 'Start list from a file',
                          onSelect: () => setShown({ kind: 'file' }),
                        },
                      ]
                    : []),
                  codes.shown === null
                    ? { key: 'codes', words: 'Show codes', onSelect: codes.show }
                    : { key: 'codes', words: 'Hide codes', onSelect: codes.hide },
                  { key: 'print', words: 'Print', onSelect: () => window.print() },
                  { key: 'file', words: 'Save as CSV', onSelect: () => saveStartList(_id) },
                ]}
              />
            ) : (
              <>
                <Button onClick={() => window.print()}>Print</Button>
                {!isGuest && <Button onClick={() => saveStartList(_id)}>Save as CSV</Button>}
              </>
            ))}
          {may.manage && categories.length > 0 && (
            <>
              {!isFileInMenu && (
                <Button onClick={() => setShown({ kind: 'file' })}>Start list from a file</Button>
              )}
              <Button look="primary" onClick={() => setShown({ kind: 'entry', entry: null })}>
                Add entry
              </Button>
            </>
          )}
        </div>
      }
    >
      {categories.length === 0 ? (
        <Empty>
          <p>{may.manage ? 'Add a category in Set-up first.' : 'No categories yet.'}</p>
        </Empty>
      ) : (
        <>
          {entries.length > 12 && (
            <div className={styles.search}>
              <TextInput
                type="search"
                aria-label="Find an entry"
                placeholder="Name, number or club"
                value={search}
                onChange={({ currentTarget: { value } }) => setSearch(value)}
              />
            </div>
          )}
          {codes.shown !== null && (
            <p className={styles.codesNote}>
              Guests row live: they log in at <strong>{`${location.host}/race`}</strong> and enter their code.
              It is for one person, until the day after.
            </p>
          )}
          {search !== '' && found.length === 0 && <p role="status">No entry has "{search}".</p>}
          {categories.map((category) => (
            <Category
              key={category._id}
              category={category}
              entries={found.filter((entry) => entry.category === category._id)}
              isSearched={search !== ''}
              codes={codes.shown}
              onChange={may.manage ? (entry) => setShown({ kind: 'entry', entry }) : null}
            />
          ))}
        </>
      )}
      {shown?.kind === 'entry' && (
        <EntryDialog event={event} entry={shown.entry} onClose={() => setShown(null)} />
      )}
      {shown?.kind === 'file' && <ImportDialog event={event} onClose={() => setShown(null)} />}
    </Panel>
  );
}

function saveStartList(id: string): void {
  void saveFile(startLists.ofEvent, { params: { id } }).catch((error: unknown) =>
    showErrorToast(messageOf(error), { action: 'start list' }),
  );
}

const isFound = ({ name, bib, club, team }: RaceEntry, search: string) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${name} ${bib} ${club} ${team}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

type CategoryProps = {
  category: RaceCategory;
  entries: readonly RaceEntry[];
  isSearched: boolean;
  /** By entry; null while they are not shown. */
  codes: ReadonlyMap<string, string> | null;
  onChange: ((entry: RaceEntry) => void) | null;
};

function Category({ category: { name, rules }, entries, isSearched, codes, onChange }: CategoryProps) {
  const { may } = useRaceEvent();
  if (isSearched && entries.length === 0) return null;
  const isWeighed = rules.maxWeight !== null && (may.manage || may.judge);
  const hasTeams = rules.scoring !== 'single';
  return (
    <section className={styles.category} aria-label={name} data-wraps={isWeighed || codes !== null}>
      <h3 dir="auto">
        {name} <span className={styles.count}>{entries.length}</span>
      </h3>
      {entries.length === 0 ? (
        <p className={styles.none}>No entries yet.</p>
      ) : (
        <Table caption={`Entries of ${name}`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className={styles.bib}>
                No.
              </th>
              <th scope="col" className={styles.wide}>
                Club
              </th>
              {hasTeams && <th scope="col">Team</th>}
              <th scope="col" className={`${figureCell} ${styles.seed}`}>
                Seed
              </th>
              {isWeighed && <th scope="col">Weigh-in</th>}
              {codes !== null && <th scope="col">Code</th>}
              {onChange !== null && (
                <th scope="col" className={styles.change}>
                  <span className="visually-hidden">Change</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry._id} role="row" className={styles.entry} data-scratched={entry.isScratched}>
                <th role="rowheader" scope="row">
                  <span dir="auto" className={styles.name}>
                    {entry.name}
                  </span>
                  {entry.isScratched && <span className={styles.mark}> scratched</span>}
                  {entry.user === null && (may.manage || may.judge) && (
                    <span className={styles.mark}> guest</span>
                  )}
                  {entry.isClaimed && (may.manage || may.judge) && (
                    <span dir="auto" className={styles.mark}>
                      {' '}
                      guest: {entry.user?.displayName}
                    </span>
                  )}
                  {entry.club !== '' && (
                    <span dir="auto" className={styles.clubBelow}>
                      {entry.club}
                    </span>
                  )}
                  {entry.doubts.map((doubt) => (
                    <span key={doubt} className={styles.doubt}>
                      {doubt}
                    </span>
                  ))}
                </th>
                <td role="cell" data-name="No.">
                  {entry.bib}
                </td>
                <td role="cell" dir="auto" className={styles.wide}>
                  {entry.club}
                </td>
                {hasTeams && (
                  <td role="cell" dir="auto">
                    {entry.team}
                  </td>
                )}
                <td role="cell" className={figureCell} data-name="Seed">
                  {formatScore(rules.piece, entry.seedTenths)}
                </td>
                {isWeighed && (
                  <td role="cell" className={styles.ownLine}>
                    <WeighIn entry={entry} />
                  </td>
                )}
                {codes !== null && (
                  <td role="cell" className={styles.ownLine}>
                    <EntryCode entry={entry} code={codes.get(entry._id)} />
                  </td>
                )}
                {onChange !== null && (
                  <td role="cell" className={styles.change}>
                    <Button look="quiet" aria-label={`Change ${entry.name}`} onClick={() => onChange(entry)}>
                      Change
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

/** When to weigh in, and passed or failed; the page does not ask for a weight. A second press undoes it. */
function WeighIn({ entry: { _id, name, weighed } }: { entry: RaceEntry }) {
  const { _id: eventId, races: ofDay, timeZone } = useRaceEvent();
  const first = ofDay.find(
    ({ state, lanes }) => state !== 'void' && lanes.some(({ entry }) => entry === _id),
  );
  const client = useQueryClient();
  const weigh = useRaceChange(
    eventId,
    'weigh-in',
    (said: RaceEntry['weighed']) =>
      callRaceDay(races.weigh, { params: { id: _id }, body: { weighed: said } }),
    (entry) =>
      changeEvent(client, eventId, (event) => ({
        ...event,
        entries: event.entries.map((each) => (each._id === entry._id ? entry : each)),
      })),
  );
  return (
    <>
      <div role="group" aria-label={`Weigh-in of ${name}`} className={styles.weigh}>
        {(['passed', 'failed'] as const).map((said) => (
          <button
            key={said}
            type="button"
            aria-pressed={weighed === said}
            data-said={said}
            disabled={weigh.isPending}
            onClick={() => weigh.mutate(weighed === said ? 'none' : said)}
          >
            {said === 'passed' ? 'Passed' : 'Failed'}
          </button>
        ))}
      </div>
      {first !== undefined && <span className={styles.mark}> {weighInWords(first.startsAt, timeZone)}</span>}
    </>
  );
}
