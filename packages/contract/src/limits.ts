/** Limits of the specification (section 9) and of the live channel, shared by server and web app. */
export const limits = {
  /** An installation may demand more: the product's `passwordMin`. */
  passwordMin: 6,
  /** RFC 5321, 4.5.3.1.3: a path has at most 256 characters, including its two brackets. */
  emailMax: 254,
  displayNameMax: 80,
  sessionTitleMax: 120,
  workoutItemsMin: 1,
  workoutItemsMax: 4,
  workoutItemsDefault: 2,
  workoutItemMax: 200,
  /** Weeks for which a session is repeated at once. */
  repeatWeeksMax: 12,
  timePickerMinuteStep: 10,
  pageSize: 15,
  pageSizeMax: 100,
  /** Entries of a list without pages, such as a user's followers: the first by name. */
  listedMax: 2_000,
  /** Pages are counted from 1; this is the last one served. */
  pageMax: 10_000,
  feedPageSize: 5,
  /** A feed ends after this many entries: a page further down would read all of them from every athlete followed. */
  feedEntriesMax: 1_000,
  /** A search of past workouts ends after this many, except by date: the order of all is known only when all are read. */
  searchEntriesMax: 2_000,
  clubNameMax: 80,
  /** Members on a club's board of meters. */
  boardRowsMax: 50,
  clubDescriptionMax: 200,
  /** Days after which an invitation link of a club ends. */
  clubInvitationDays: 14,
  /** Days after which an administrator's link to sign up ends: as chosen, and at most. */
  signUpInvitationDays: 7,
  signUpInvitationDaysMax: 90,
  customURLMax: 20,
  /** Of those who like an activity, this many are named. */
  likersMax: 3,
  commentMax: 500,
  /** The free text of a report, beside its reason. */
  reportTextMax: 500,
  /** Of the reports of one thing, administrators see this many. */
  reportsShown: 20,
  /** Of the outgoing messages that were given up, administrators see this many. */
  outgoingShown: 100,
  /** Decided reports are deleted after this many days. */
  reportDays: 90,
  /** An athlete's note on an activity. */
  noteMax: 1_000,
  tagsMax: 10,
  tagLengthMax: 30,
  /** Tags of a user that are suggested and offered as a filter. */
  usedTagsMax: 200,
  /** Why an athlete refuses a result that was entered for them. */
  refusalReasonMax: 200,
  chatMessageMax: 500,
  /** A message that has waited for a connection for longer counts as this old. */
  chatWaitMaxMs: 7 * 86_400_000,
  /** A rower reads it at a glance. */
  nudgeMax: 60,
  searchTextMax: 100,
  /** A search by name finds at most this many, as a list has: to find more, type another letter. */
  searchResultsMax: 300,
  filterPanelCloseMs: 500,
  /** The default upper bound of the distance filter, and the value for "no upper bound"; meters. */
  distanceFilterM: 10_000,
  distanceFilterCapM: 1_000_000,
  activitiesPollMs: 7_000,
  sessionPollMs: 60_000,
  /** An athlete whose values have stopped for this long is not said to be rowing. Longer than two polls of the activities take. */
  heardActivityMs: 15_000,
  /** An activity without messages for this long is stale: it is not active, and the host may end or remove it. */
  staleActivityMs: 600_000,
  /** The same before it: who rows for longer has not set off too early. */
  earlyStartMs: 300_000,
  /** Strokes of one request: with force curves they stay below the server's body limit. */
  strokeBatchMax: 200,
  /**
   * Strokes of one response, which ends here or at `strokePageBytesMax`: an hour of rowing with force curves is in one.
   */
  strokePageMax: 2_500,
  /** Strokes of one activity: two days at 36 strokes a minute. */
  strokesMax: 100_000,
  /** A session in which no one is rowing ends this long after its start. */
  sessionOverMs: 60 * 60_000,
  /** A goal of meters, and the days of its season. */
  goalMetersMax: 100_000_000,
  goalDaysMax: 731,
  /** Days for which one call returns the rowed meters: the weeks of a month. */
  rowedDaysMax: 43,
  /** Days for which one call returns statistics by day: a year. */
  spanDaysMax: 366,
  /** The trend of a workout has its newest results. */
  trendResultsMax: 1_000,
  /** Workouts to choose from for a trend, and how many results of one are counted. */
  rowedWorkoutsMax: 50,
  rowedWorkoutCountMax: 100,
  /** Notifications are deleted after this many days. */
  notificationDays: 60,
  trainingPartnerDelayMs: 1_000,
  /** A sign-in or a proof this young shows that the user is at the device. */
  freshSignInMs: 600_000,
} as const;

/** Limits that the server alone applies: pages do not load them. */
export const serverLimits = {
  passwordMax: 128,
  /** A login ends after this many days, however often it is used. */
  loginDaysMax: 180,
  /** For this many days after a change of the email, the mail to the address before takes it back. */
  takeBackDays: 7,
  /** Favorites of one user, and templates on the whiteboard of one club. */
  templatesMax: 100,
  /** Days for which the log of administrators is kept. */
  administrationLogDays: 730,
  /** Levels of arrays and objects in a JSON body; the deepest call has 4. */
  jsonDepthMax: 32,
  /** An athlete who begins this long after a common start rows on their own, and not late in the field. */
  commonStartMs: 3_600_000,
  /** A start counts for rows with a message in this time: others may have ended unnoticed. */
  aliveActivityMs: 60_000,
  /** Of the stored strokes of one response, which has about twice as many; see `strokePageMax`. */
  strokePageBytesMax: 768 * 1024,
  /** Of those who said that they will be at a session, this many are listed. */
  attendanceMax: 200,
  /** A calendar address has the sessions from this many days ago to this many days ahead, and no more than the last number. */
  calendarDaysBack: 90,
  calendarDaysAhead: 366,
  calendarSessionsMax: 1_000,
  /** A session's members are reminded this long before its start. */
  sessionSoonMs: 15 * 60_000,
  /** The newest notifications of a user that lists and counts read; older ones wait to be deleted. */
  notificationsMax: 1_000,
  /** Mails about notifications that one member gets in an hour; more wait, and come together. */
  notificationMailsPerHour: 4,
  /** Archives of one user's data in an hour; one is made at a time. */
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
 * Limits of what one user creates in an hour: well above what a person does, and low enough that a runaway program
 * or an annoyed member cannot fill the database or another member's pages.
 */
export const hourlyQuotas = {
  /** A coach who enters a season in one sitting makes about 52. */
  workouts: 60,
  clubs: 10,
  /** With replies: one every 12 s without a pause. */
  comments: 300,
  follows: 300,
  /** Taking a like back and giving it again counts twice. */
  likes: 600,
  /** Each repeated Begin after a lost answer counts: one every 8 s. */
  activities: 450,
  memberships: 60,
  /** Files that are read: a folder of ten years, one by one. */
  imports: 2_000,
  /** Opened, also with a key that is not valid. */
  invitations: 120,
  /** Previews of links; without a login they count by address, which a club may share. */
  previews: 1_000,
  /** A member who finds a flood of spam reports each comment of it. */
  reports: 30,
  /** Calls that contact a service at once: checking a key, importing or uploading on demand. */
  syncs: 120,
  /** Addresses of webhooks that are set: each makes the server look up a name. */
  webhooks: 20,
} as const;

export const liveLimits = {
  /** Shortest time between two samples of one rower's page. */
  sampleMs: 250,
  /** The server stores the newest sample of each activity once in this time. */
  sampleStoreMs: 2_000,
  /**
   * The least time between two frames of a room. The fast tick is for rooms of up to `fastRoomMax` rowers, where each sees
   * the others; in larger ones it would cost more than it shows, because a rower's sample comes every 250 ms (decision
   * 033).
   */
  tickFastMs: 100,
  tickMs: 250,
  fastRoomMax: 12,
  /** Unacknowledged frames allowed per member; beyond it, frames are skipped and a keyframe follows. */
  unacknowledgedMax: 8,
  /** Bytes that wait in the server for one member to read them; 8 frames and the lists of the largest room are fewer. */
  unreadBytesMax: 4 * 1024 * 1024,
  /** A page that sends no samples acknowledges after this many frames. */
  acknowledgeEvery: 3,
  /** A value not renewed for this long is gray, and its rank is computed for where the athlete is by now. */
  oldMs: 1_500,
  /** A value not renewed for this long is shown as stale. */
  staleMs: 3_000,
  /**
   * While ticks are late, frames become rarer, stage by stage, before anything is dropped. A window whose ticks are late by
   * more than `lateMs` on average is one stage up; `calmWindows` in a row below `onTimeMs` are one stage down.
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
  /** One event about members, and one with changed activities, per room in this time, however many come and go. */
  roomUpdateMs: 250,
  /** The same for the lists of members that a client without `liveProtocol` gets after every change. */
  memberListMs: 1_000,

  /*
   * Bounds of one connection. An honest page sends 4 samples or 4 acknowledgements a second. A dead network holds back at
   * most 20 s of samples (ping interval and timeout) and 8 acknowledgements a room; then they arrive at once. All buckets are full at the start: `burst` events, and `perSec` more each second.
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
  /** Events over these bounds: one refusal a second is answered; this many within 10 s end the connection. */
  refusalsMax: 200,
  refusalWindowMs: 10_000,
  refusalAnswerMs: 1_000,
  /** Counted before parsing, regardless of content; more ends the connection at once. */
  packets: { burst: 500, perSec: 120 },
  bytes: { burst: 256 * 1024, perSec: 16 * 1024 },
  /** Bytes of one message; a larger one closes the connection (1009). A sample as an event has less than 600. */
  messageMaxBytes: 8 * 1024,
  /**
   * Open connections of one user to one process: a page on each device for each session that it is in (two while it rows
   * in one and shows another), and those that a lost network has not yet ended.
   */
  connectionsPerUserMax: 40,
  /** Rooms that one connection is in, unless its address names its one session. */
  roomsPerConnectionMax: 20,
  /** Open boards of one key. */
  connectionsPerBoardMax: 8,
  /** A user whose connection was ended for flooding can't open another for this long. */
  floodPauseMs: 10_000,
  /** A connection that has not introduced itself by then is closed. */
  connectWithinMs: 5_000,
} as const;
