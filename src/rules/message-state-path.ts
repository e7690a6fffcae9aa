/** The page on which a sender looks up the state of a message. Not in `paths`, which every page loads. */
export const MESSAGE_STATE_PATH = '/contact/state'

/** The same page with the number of a message in the fragment, which no browser sends to a server. */
export const messageStatePath = (number: string): string => `${MESSAGE_STATE_PATH}#number=${number}`
