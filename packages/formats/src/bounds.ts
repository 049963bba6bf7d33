// Bounds of reading, checked before memory is spent on it.

export const bounds = {
  fileBytesMax: 20_000_000,
  /** Of all files of a ZIP archive that are read at once, unpacked. */
  archiveBytesMax: 200_000_000,
  /** Files of a ZIP archive that are read at once: of those that can be workouts. */
  archiveFilesMax: 2_000,
  /** Of half a million files. */
  zipDirectoryBytesMax: 64_000_000,
  /** A ZIP archive that is packed in another one. */
  innerZipBytesMax: 500_000_000,
  /** A blocked gz file of 20 MB has 320 members, of 64 kB each. */
  gzipMembersMax: 1_000,
  /** A TCX file of 20 MB has half a million lines, and a line in a table becomes an object. */
  textLinesMax: 500_000,
  strokesMax: 100_000,
  /** Of all files of an archive together. */
  archiveStrokesMax: 1_000_000,
  /** Of one workout, with rests. */
  intervalsMax: 2_000,
  fitPausesMax: 2_000,
  /** Activities chained in one FIT file. */
  fitFilesMax: 50,
  /** Messages of a FIT file that matter: strokes, laps, sessions and what describes them. */
  fitMessagesMax: 250_000,
  /** Workouts of one file, such as a Logbook season. */
  workoutsMax: 50_000,
  /** Problems reported of one file; a last one says how many more there are. */
  problemsMax: 100,
} as const;
