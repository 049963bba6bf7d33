/** Limits of the specification (section 9) and of the live channel, shared by server and web app. */
export const limits = {
  /** An installation may require more: see the product's `passwordMin`. */
  passwordMin: 6,
  /** RFC 5321, 4.5.3.1.3: a path has at most 256 characters, including its two brackets. */
  emailMax: 254,
  displayNameMax: 80,
  sessionTitleMax: 120,
  workoutItemsMin: 1,
  workoutItemsMax: 4,
  workoutItemsDefault: 2,
  workoutItemMax: 200,
  /** For how many weeks a session can be repeated at once. */
  repeatWeeksMax: 12,
  timePickerMinuteStep: 10,
  /** Ghosts that row beside an athlete. */
  ghostsMax: 5,
  pageSize: 15,
  pageSizeMax: 100,
  /** Entries of a list without pages, such as a user's followers: the first ones by name. */
  listedMax: 2_000,
  /** The last page that is served, counted from 1. */
  pageMax: 10_000,
  feedPageSize: 5,
  /**
   * A feed ends after this many entries: for a later page the database would have to read all of them from every
   * followed athlete.
   */
  feedEntriesMax: 1_000,
  /**
   * A search of past workouts ends after this many, unless sorted by date, because sorting needs to read all of them.
   */
  searchEntriesMax: 2_000,
  clubNameMax: 80,
  /** Members on a club's board of meters. */
  boardRowsMax: 50,
  clubDescriptionMax: 200,
  /** Days after which an invitation link of a club ends. */
  clubInvitationDays: 14,
  /** Days after which an administrator's link to sign up ends: the default and the maximum. */
  signUpInvitationDays: 7,
  signUpInvitationDaysMax: 90,
  customURLMax: 20,
  /** Squads of one club. */
  squadsMax: 30,
  squadNameMax: 40,
  /** Tests of one club. */
  testsMax: 200,
  /** A result up to this many days after a test closed counts as late; a later one does not belong to the test. */
  lateTestDays: 14,
  /** How many former records are listed in each category. */
  recordsBefore: 9,
  recordNoteMax: 200,
  /** How many of the users who like an activity are named. */
  likersMax: 3,
  commentMax: 500,
  /** The free text of a report, in addition to its reason. */
  reportTextMax: 500,
  /** How many reports of the same thing administrators see. */
  reportsShown: 20,
  /** How many abandoned messages administrators see. */
  outgoingShown: 100,
  /** Decided reports are deleted after this many days. */
  reportDays: 90,
  /** An athlete's note on an activity. */
  noteMax: 1_000,
  tagsMax: 10,
  tagLengthMax: 30,
  /** Tags of a user that are suggested and offered as a filter. */
  usedTagsMax: 200,
  /** The reason why an athlete refuses a result that was entered for them. */
  refusalReasonMax: 200,
  chatMessageMax: 500,
  /** A message that waited longer for a connection is shown with this age. */
  chatWaitMaxMs: 7 * 86_400_000,
  /** A rower reads it at a glance. */
  nudgeMax: 60,
  searchTextMax: 100,
  /** The most users that a search by name returns: to find others, type another letter. */
  searchResultsMax: 300,
  filterPanelCloseMs: 500,
  /** The default upper bound of the distance filter, and the value for "no upper bound"; meters. */
  distanceFilterM: 10_000,
  distanceFilterCapM: 1_000_000,
  activitiesPollMs: 7_000,
  sessionPollMs: 60_000,
  /**
   * An athlete without new values for this long is not shown as rowing. Longer than two polls of the activities take.
   */
  heardActivityMs: 15_000,
  /** An activity without messages for this long is stale: it is not active, and the host may end or remove it. */
  staleActivityMs: 600_000,
  /** The same before the start: an athlete who has rowed longer did not start too early. */
  earlyStartMs: 300_000,
  /** Strokes in one request: with force curves they stay below the server's body limit. */
  strokeBatchMax: 200,
  /**
   * Strokes in one response, which ends here or at `strokePageBytesMax`: an hour of rowing with force curves fits in
   * one.
   */
  strokePageMax: 2_500,
  /** Strokes in one activity: two days at 36 strokes a minute. */
  strokesMax: 100_000,
  /** A session ends this long after its start if no one is rowing in it. */
  sessionOverMs: 60 * 60_000,
  /** A goal of meters, and the days of its season. */
  goalMetersMax: 100_000_000,
  goalDaysMax: 731,
  /** For how many days one call returns the rowed meters: the weeks of a month. */
  rowedDaysMax: 43,
  /** For how many days one call returns statistics by day: a year. */
  spanDaysMax: 366,
  /** How many of the newest results the trend of a workout has. */
  trendResultsMax: 1_000,
  /** Workouts to choose from for a trend, and how many results of one are counted. */
  rowedWorkoutsMax: 50,
  rowedWorkoutCountMax: 100,
  /** Limits of a race day: lanes of one race, races, entries, categories. */
  raceLanesMax: 40,
  racesMax: 60,
  raceEntriesMax: 400,
  raceCategoriesMax: 40,
  raceEventsListed: 100,
  raceNameMax: 60,
  raceBibMax: 10,
  raceReasonMax: 300,
  raceLogPage: 200,
  /** A start list of 400 entries has some 40 KB. */
  startListBytesMax: 128 * 1024,
  /** Notifications are deleted after this many days. */
  notificationDays: 60,
  trainingPartnerDelayMs: 1_000,
  /** A sign-in or a proof this young shows that the user is at the device. */
  freshSignInMs: 600_000,
} as const;

/** Limits that only the server applies: pages do not load them. */
export const serverLimits = {
  passwordMax: 128,
  /** A login ends after this many days, even if it is used. */
  loginDaysMax: 180,
  /** For this many days after a change of the email, the mail sent to the old address can undo it. */
  takeBackDays: 7,
  /** Favorites of one user, and templates on the whiteboard of one club. */
  templatesMax: 100,
  /** Manual records of one club. */
  recordsByHandMax: 500,
  /** Days for which the administrators' log is kept. */
  administrationLogDays: 730,
  /** Levels of arrays and objects in a JSON body; the deepest call has 4. */
  jsonDepthMax: 32,
  /** An athlete who begins this long after a common start does not count as late: they row on their own. */
  commonStartMs: 3_600_000,
  /** A start counts only rows with a message in this time: others may have ended unnoticed. */
  aliveActivityMs: 60_000,
  /** Bytes of the stored strokes in one response, which is about twice as long; see `strokePageMax`. */
  strokePageBytesMax: 768 * 1024,
  /** How many of the users who will attend a session are listed. */
  attendanceMax: 200,
  /** A calendar address has the sessions from this many days ago to this many days ahead, and no more than the last number. */
  calendarDaysBack: 90,
  calendarDaysAhead: 366,
  calendarSessionsMax: 1_000,
  /** A session's members are reminded this long before its start. */
  sessionSoonMs: 15 * 60_000,
  /** How many of a user's newest notifications are listed and counted; older ones wait to be deleted. */
  notificationsMax: 1_000,
  /** Mails about notifications to one member in an hour; further notifications wait and are sent together. */
  notificationMailsPerHour: 4,
  /** Archives of one user's data in an hour; only one is made at a time. */
  archivesPerHour: 5,
} as const;

/**
 * Bounds of the values a PM5 can report, so that a faulty or hostile client cannot store invalid values: the longest
 * workout is 9:59:59 and the longest piece 50,000 m, with at most 50 of them.
 */
export const monitorBounds = {
  elapsedSecMax: 50 * 36_000,
  distanceMMax: 50 * 50_000,
  paceSecMax: 65_535,
  strokeRateMax: 255,
  heartRateMax: 255,
  powerWMax: 65_535,
  caloriesMax: 65_535,
  dragFactorMax: 255,
  enumMax: 255,
  /** The stroke records' fields: 16-bit counts, hundredths of a meter and second in 8 or 16 bits, tenths of a joule. */
  strokeCountMax: 65_535,
  driveLengthMMax: 2.55,
  driveTimeSecMax: 2.55,
  recoveryTimeSecMax: 655.35,
  strokeDistanceMMax: 655.35,
  workPerStrokeJMax: 6_553.5,
  /** 65,535 lbf in newtons: the force curve has whole pounds in 16 bits. */
  forceNMax: 291_515,
  /** 30 days: a row that was begun offline is not older. */
  rowedAfterMsMax: 30 * 24 * 3_600_000,
  /** Points of a force curve: 15 packets of up to 9, doubled by newer firmware. */
  forceCurveMax: 288,
} as const;

/**
 * Limits of what one user creates in an hour: more than a user needs, and low enough that a runaway program or an
 * annoyed member cannot fill the database or another member's pages.
 */
export const hourlyQuotas = {
  /** A coach who enters a season at once makes about 52. */
  workouts: 60,
  clubs: 10,
  /** Includes replies: one every 12 s without a pause. */
  comments: 300,
  follows: 300,
  /** Removing a like and adding it again counts twice. */
  likes: 600,
  /** Each repeated Begin after a lost response counts: one every 8 s. */
  activities: 450,
  memberships: 60,
  /** Files to read: the files of ten years, one by one. */
  imports: 2_000,
  /** Links opened, including those with a key that is not valid. */
  invitations: 120,
  /** Previews of links; without a login they count by address, which the members of a club may share. */
  previews: 1_000,
  /** A member who finds many spam comments reports each of them. */
  reports: 30,
  /** Calls that contact a service at once: checking a key, or importing or uploading on request. */
  syncs: 120,
  /** Changes of webhook addresses: each makes the server look up a name. */
  webhooks: 20,
  /** Entries, draws, starts and results of race days: 60 races of 40 lanes by hand, each confirmed, in two hours. */
  raceSteps: 3_000,
  /** Codes of race days, right or wrong. */
  raceCodes: 30,
} as const;

export const liveLimits = {
  /** Shortest time between two samples of one rower's page. */
  sampleMs: 250,
  /** The server stores the newest sample of each activity once in this time. */
  sampleStoreMs: 2_000,
  /** The first sample with a stroke is stored within this time, so that a false start stops a race at once. */
  firstStrokeStoreMs: 250,
  /**
   * The least time between two frames of a room. The fast tick is for rooms of up to `fastRoomMax` rowers. In larger
   * rooms it costs more than it shows, because a rower's sample comes every 250 ms (decision 033).
   */
  tickFastMs: 100,
  tickMs: 250,
  fastRoomMax: 12,
  /** Unacknowledged frames allowed per member; beyond it, frames are skipped and a keyframe follows. */
  unacknowledgedMax: 8,
  /** Bytes that wait in the server for one member; more than 8 frames and the lists of the largest room. */
  unreadBytesMax: 4 * 1024 * 1024,
  /** A page that sends no samples acknowledges after this many frames. */
  acknowledgeEvery: 3,
  /** A value that is not renewed for this long is gray; its rank is computed from the athlete's estimated position. */
  oldMs: 1_500,
  /** A value not renewed for this long is shown as stale. */
  staleMs: 3_000,
  /**
   * While ticks are late, frames become rarer, stage by stage, before anything is dropped. A window whose ticks are
   * late by more than `lateMs` on average raises the stage by one; `calmWindows` in a row below `onTimeMs` lower it by
   * one.
   */
  overload: {
    stages: [
      { tickMs: 0, watcherMs: 0 },
      { tickMs: 250, watcherMs: 0 },
      { tickMs: 500, watcherMs: 0 },
      /** Members who do not row get a keyframe a second. */
      { tickMs: 500, watcherMs: 1_000 },
    ],
    windowMs: 1_000,
    lateMs: 100,
    onTimeMs: 25,
    calmWindows: 5,
  },
  /**
   * At most one event about members and one with changed activities per room in this time, even if many come and go.
   */
  roomUpdateMs: 250,
  /** The same for the lists of members that a client without `liveProtocol` gets after every change. */
  memberListMs: 1_000,

  /*
   * Bounds of one connection. An honest page sends 4 samples or 4 acknowledgements a second. A dead network delays at
   * most 20 s of samples (ping interval and timeout) and 8 acknowledgements a room; then they arrive at once. All
   * buckets are full at the start: `burst` events, and `perSec` more each second.
   */
  events: {
    sample: { burst: 120, perSec: 8 },
    /** Acknowledgements of frames, in up to 6 rooms at once. */
    ack: { burst: 120, perSec: 60 },
    /** Messages of the chat: a quick typist sends one every 3 s. A user's connections also share one such bucket. */
    chat: { burst: 10, perSec: 1 },
    /** Joining, leaving, keyframes, and events that do not exist. Joining asks the database. */
    other: { burst: 60, perSec: 10 },
  },
  /** Events beyond these limits: the server sends one refusal a second; this many within 10 s end the connection. */
  refusalsMax: 200,
  refusalWindowMs: 10_000,
  refusalAnswerMs: 1_000,
  /** Counted before parsing, regardless of content; more ends the connection at once. */
  packets: { burst: 500, perSec: 120 },
  bytes: { burst: 256 * 1024, perSec: 16 * 1024 },
  /** Bytes of one message; a larger one closes the connection (1009). A sample as an event has less than 600. */
  messageMaxBytes: 8 * 1024,
  /**
   * Open connections of one user to one process: one page on each device for each session (two while a page rows in one
   * session and shows another), and connections of a lost network that have not ended yet.
   */
  connectionsPerUserMax: 40,
  /** How many rooms one connection is in, unless its address names its one session. */
  roomsPerConnectionMax: 20,
  /** Open boards of one key. */
  connectionsPerBoardMax: 8,
  /** A user whose connection was ended for flooding can't open another for this long. */
  floodPauseMs: 10_000,
  /** A connection that has not introduced itself by then is closed. */
  connectWithinMs: 5_000,
} as const;
