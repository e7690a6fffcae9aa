import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { Focus, Picture } from '#src/contract/catalog.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { CardFrame, CENTRE, SizeField } from './size-on-cards.tsx'

/** Percent of the picture by which an arrow key moves the point. */
const STEP = 2

const clamp = (percent: number): number => Math.round(Math.max(0, Math.min(100, percent)))

const ARROWS: Record<string, Focus> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

interface Props {
  picture: Picture
  focus: Focus | undefined
  /** Size on cards, of a picture that has one. */
  size?: { zoom: number | undefined; onChange: (zoom: number | undefined) => void } | undefined
  /** Undefined for the centre. */
  onChange: (focus: Focus | undefined) => void
  onClose: () => void
}

/** The point that stays in view where the picture is cropped: by click, or by the arrow keys. */
export function FocusDialog({ picture, focus, size, onChange, onClose }: Props) {
  const [point, setPoint] = useState(focus ?? CENTRE)
  const [zoom, setZoom] = useState(size?.zoom)
  const handleClick = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setPoint({
      x: clamp(((event.clientX - box.left) / box.width) * 100),
      y: clamp(((event.clientY - box.top) / box.height) * 100),
    })
  }
  const handleKey = (event: KeyboardEvent) => {
    const move = ARROWS[event.key]
    if (!move) return
    event.preventDefault()
    setPoint({ x: clamp(point.x + move.x), y: clamp(point.y + move.y) })
  }
  const isCentre = point.x === CENTRE.x && point.y === CENTRE.y
  return (
    <Dialog title="Focal point" onClose={onClose}>
      <p className="text-body-sm text-muted">
        Click what must stay in view where the picture is cropped, or use the arrow keys.
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Focal point"
        aria-valuenow={point.x}
        aria-valuetext={`${point.x} percent from the left, ${point.y} percent from the top`}
        className="relative mx-auto cursor-crosshair"
        onPointerDown={handleClick}
        onKeyDown={handleKey}
      >
        <img
          src={largestUrl(picture)}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          draggable={false}
          className={`h-auto w-auto max-w-full bg-frame ${size ? 'max-h-[38dvh]' : 'max-h-[55dvh]'}`}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-2 border-gold shadow-[0_0_0_2px_var(--color-noir)]"
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
        />
      </div>
      {size && (
        <div className="flex flex-wrap items-end gap-4">
          {zoom !== undefined && (
            <CardFrame picture={picture} focus={point} zoom={zoom} alt="On a card" />
          )}
          <SizeField
            name="size-on-cards"
            hint="The preview shows the card."
            value={zoom}
            onChange={setZoom}
          />
        </div>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={() => setPoint(CENTRE)}>
          Centre
        </Button>
        <Button
          onClick={() => {
            onChange(isCentre ? undefined : point)
            size?.onChange(zoom)
            onClose()
          }}
        >
          Use this point
        </Button>
      </DialogActions>
    </Dialog>
  )
}
