import { goalsOf, loadText } from './goals.ts';
import type { LoadResult, Results } from './results.ts';

/** Returns the results as Markdown tables, below a line about the machine. */
export function reportOf(results: Results, machine: string): string {
  const goals = goalsOf(results);
  const sections = [
    section('One room', loadTable(results.rooms)),
    section('Many rooms', loadTable(results.manyRooms)),
    section(
      'Most rowers',
      table(
        ['system', 'in rooms of', 'rowers', 'p99 limit', 'p99', 'server', 'ended by'],
        results.capacity.map((each) => [
          each.system,
          text(each.rowersPerRoom),
          text(each.rowersMax),
          `${each.p99LimitMs} ms`,
          ms(each.p99Ms),
          percent(each.serverCpuShare),
          each.endedBy,
        ]),
      ),
    ),
    section(
      'A stalled viewer',
      table(
        ['system', 'rowers', 'stale frames', 'first new value after', 'p99 of the others', 'before'],
        results.stalled.map((each) => [
          each.system,
          text(each.rowers),
          text(each.staleFrames),
          each.freshAfterMs === null ? (each.closed ?? 'more than 5 s') : ms(each.freshAfterMs),
          ms(each.othersP99Ms),
          ms(each.othersP99BeforeMs),
        ]),
      ),
    ),
    section(
      'Memory',
      table(
        ['system', 'idle connections', 'KiB per connection'],
        results.memory.map((each) => [each.system, text(each.connections), figure(each.kibPerConnection)]),
      ),
    ),
    section('A second process', processesTable(results)),
    section(
      'Goals',
      table(
        ['goal', 'load', 'limit', 'measured', ''],
        goals.map(({ goal, at, limit, value, isMet }) => [
          goal,
          at,
          limit,
          figure(value),
          isMet ? 'met' : 'missed',
        ]),
      ),
    ),
  ];
  return [machine, ...sections.filter((text) => text !== '')].join('\n\n');
}

function section(title: string, body: string): string {
  return body === '' ? '' : `### ${title}\n\n${body}`;
}

function loadTable(results: LoadResult[]): string {
  return table(
    [
      'load',
      'tick',
      'system',
      'CPU ms / 1,000 updates',
      'bytes / update',
      'p50',
      'p99',
      'arrived',
      'server',
      'runs',
    ],
    results.map((each) => [
      loadText(each),
      each.system === 'naive' ? '' : `${each.tickMs} ms`,
      each.system,
      ...(each.state === 'measured'
        ? [
            figure(each.cpuMsPer1000Updates),
            figure(each.bytesPerUpdate),
            ms(each.p50Ms),
            ms(each.p99Ms),
            percent(each.arrivedShare),
            percent(each.serverCpuShare),
            text(each.runs),
          ]
        : [`${each.state}: ${each.reason ?? ''}`, '', '', '', '', '', '']),
    ]),
  );
}

function processesTable({ processes }: Results): string {
  if (processes === null) return '';
  const { oneCpuMsPer1000Updates, twoCpuMsPer1000Updates } = processes;
  return table(
    ['load', 'CPU ms / 1,000 updates of one process', 'of two together'],
    [[loadText(processes), figure(oneCpuMsPer1000Updates), figure(twoCpuMsPer1000Updates)]],
  );
}

/** Returns a Markdown table; an empty text without rows. */
export function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const widths = head.map((cell, column) =>
    Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

const text = (value: number) => value.toLocaleString('en');
const ms = (value: number | null) => (value === null ? '' : `${figure(value)} ms`);
const percent = (share: number | null) => (share === null ? '' : `${Math.round(share * 100)} %`);

/** Rounds to three significant digits, but keeps whole numbers whole. */
export function figure(value: number | null): string {
  if (value === null) return '';
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return rounded.toLocaleString('en', { maximumFractionDigits: 4 });
}
