import type { LiveGateway } from '../live/gateway.ts';
import type { Services } from './services.ts';

/** Makes the metrics read the state of this process's parts. */
export function measure({ metrics, database, disk }: Services, live: LiveGateway): void {
  database.onQuery((sec) => metrics.noteQuery(sec));
  metrics.addGauge(
    'boathouse_database_connections',
    'Connections to the database that this process has open',
    () => database.connections().total,
  );
  metrics.addGauge(
    'boathouse_database_connections_idle',
    'Of these, the unused',
    () => database.connections().idle,
  );
  metrics.addGauge(
    'boathouse_database_queries_waiting',
    'Queries that wait for a connection',
    () => database.connections().waiting,
  );
  metrics.addGauge('boathouse_rooms', 'Rooms of sessions with someone in them', () => live.counts().rooms);
  metrics.addGauge('boathouse_rowers', 'Athletes who row at this moment', () => live.counts().rowers);
  metrics.addGauge('boathouse_live_connections', 'Open live connections', () => live.counts().connections);
  metrics.addTotal('boathouse_samples_total', 'Samples received from monitors', () => live.counts().samples);
  metrics.addTotal('boathouse_frames_total', 'Frames sent to pages', () => live.counts().frames);
  metrics.addGauge('boathouse_disk_free_bytes', "Free bytes of the data folder's disk", () =>
    disk.freeBytes(),
  );
}
