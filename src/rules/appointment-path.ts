/** Where an appointment is asked for. It is no part of `paths`, which every page loads. */
export const APPOINTMENT_PATH = '/contact/appointment'

export const APPOINTMENT_TITLE = 'Make an appointment'

/** That page for a piece with this title. */
export const appointmentPath = (title: string): string =>
  `${APPOINTMENT_PATH}?${new URLSearchParams({ piece: title })}`
