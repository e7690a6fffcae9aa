import { findIntent } from '#src/stores/intent.ts'

// Fetched only on the page that a visitor returns to after logging in.
if (findIntent())
  void import('#src/islands/replay-intent.ts').then(({ replayIntent }) => replayIntent())
