import { useState } from 'react'

interface Props {
  /** Address of the photo; '' for none. */
  photo: string
}

const frame = 'size-24 shrink-0 rounded-full border border-line sm:size-28'

/** The photo, or our own drawing where there is none or it does not load. */
export function Avatar({ photo }: Props) {
  const [failed, setFailed] = useState('')
  if (!photo || failed === photo) return <Placeholder />
  return (
    <img
      src={photo}
      alt=""
      width={112}
      height={112}
      referrerPolicy="no-referrer"
      decoding="async"
      onError={() => setFailed(photo)}
      className={`${frame} bg-frame object-cover`}
    />
  )
}

const Placeholder = () => (
  <svg
    viewBox="0 0 112 112"
    className={`${frame} bg-surface fill-none stroke-accent`}
    strokeWidth="1.25"
    strokeLinejoin="round"
    aria-hidden="true"
    data-placeholder-avatar
  >
    <circle cx="56" cy="43" r="17" />
    <path d="M56 62c-18 0-29 10-32 27 9 8 20 12 32 12s23-4 32-12c-3-17-14-27-32-27z" />
    <path d="M56 66c7 8 7 20 0 29-7-9-7-21 0-29zM43 72c-5 5-6 13 0 21M69 72c5 5 6 13 0 21" />
  </svg>
)
