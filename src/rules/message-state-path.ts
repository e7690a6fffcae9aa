/** Where the sender of a message looks up its state. It is no part of `paths`, which every page loads. */
export const MESSAGE_STATE_PATH = '/contact/state'

/** That page with the number of a message, in the fragment, which is sent to no server. */
export const messageStatePath = (number: string): string => `${MESSAGE_STATE_PATH}#number=${number}`
