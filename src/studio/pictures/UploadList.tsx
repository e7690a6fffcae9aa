import { Tool } from '../ui/controls.tsx'
import type { Upload } from './use-uploads.ts'

interface Props {
  uploads: Upload[]
  onRetry: (upload: Upload) => void
  onDismiss: (key: number) => void
}

/** The progress of each picture, and why one was refused. */
export function UploadList({ uploads, onRetry, onDismiss }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="flex flex-col gap-3">
      {uploads.map((upload) => (
        <li key={upload.key} className="flex items-center gap-3 text-sm">
          <span className="block aspect-product w-10 shrink-0 bg-frame">
            {!upload.isRefused && (
              <img src={upload.preview} alt="" className="size-full object-cover" />
            )}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <span className="truncate">{upload.file.name}</span>
            {upload.error === undefined ? (
              <progress
                aria-label={`Upload of ${upload.file.name}`}
                max={1}
                value={upload.progress}
                className="h-1.5 w-full accent-accent"
              />
            ) : (
              <span role="alert" className="text-danger">
                {upload.error}
              </span>
            )}
          </div>
          {upload.error !== undefined && (
            <>
              {!upload.isRefused && <Tool onClick={() => onRetry(upload)}>Retry</Tool>}
              <Tool kind="quiet" onClick={() => onDismiss(upload.key)}>
                Remove
              </Tool>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
