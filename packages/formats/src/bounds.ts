// Bounds of reading, checked before memory is spent on it.

export const bounds = {
  fileBytesMax: 20_000_000,
  /** Unpacked bytes of all files of a ZIP archive that are read at once. */
  archiveBytesMax: 200_000_000,
  /** Files of a ZIP archive that are read at once, counting those that can be workouts. */
  archiveFilesMax: 2_000,
  /** The directory of half a million files. */
  zipDirectoryBytesMax: 64_000_000,
  /** A ZIP archive that is packed in another one. */
  innerZipBytesMax: 500_000_000,
  /** A blocked gz file of 20 MB has 320 members, of 64 kB each. */
  gzipMembersMax: 1_000,
  /** A TCX file of 20 MB has half a million lines, and a line in a table becomes an object. */
  textLinesMax: 500_000,
  strokesMax: 100_000,
  /** It applies to all files of an archive together. */
  archiveStrokesMax: 1_000_000,
  /** Seconds of one workout, with rests. */
  intervalsMax: 2_000,
  fitPausesMax: 2_000,
  /** Activities chained in one FIT file. */
  fitFilesMax: 50,
  /** Messages of a FIT file that are used: strokes, laps, sessions and their descriptions. */
  fitMessagesMax: 250_000,
  /** Workouts of one file, such as a Logbook season. */
  workoutsMax: 50_000,
  /** Problems reported for one file; a last one gives the number of the others. */
  problemsMax: 100,
} as const;
