/** Storage key of what the last page on this device knew of its session; absent for a visitor. */
export const SESSION_HINT_KEY = 'kairavi-session-hint'
