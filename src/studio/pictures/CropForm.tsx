import { useMutation } from '@tanstack/react-query'
import { type PointerEvent, useRef, useState } from 'react'
import type { Picture } from '#src/contract/catalog.ts'
import type { CropBox } from '#src/contract/picture-library.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { request } from '../app/api.ts'
import { OptionSelect } from '../ui/controls.tsx'
import { DialogActions } from '../ui/DialogActions.tsx'
import { drawBox, fitBox, isInside } from './crop-box.ts'

const RATIOS: Record<string, number | undefined> = {
  any: undefined,
  product: 4 / 5,
  square: 1,
  wide: 16 / 9,
}
const RATIO_LABELS = [
  ['any', 'Any ratio'],
  ['product', '4 : 5, as of a product'],
  ['square', 'Square'],
  ['wide', '16 : 9'],
] as const

const SIDES = [
  ['left', 'From the left'],
  ['top', 'From the top'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const

interface Props {
  file: string
  picture: Picture
  onCropped: (cropped: { file: string; picture: Picture }) => void
  onCancel: () => void
}

/** A part of a picture, drawn with the pointer or typed in pixels, becomes a new picture. */
export function CropForm({ file, picture, onCropped, onCancel }: Props) {
  const [ratio, setRatio] = useState('any')
  const [box, setBox] = useState<CropBox>(() =>
    fitBox(
      {
        left: picture.width * 0.1,
        top: picture.height * 0.1,
        width: picture.width * 0.8,
        height: picture.height * 0.8,
      },
      picture,
      undefined,
    ),
  )
  const drag = useRef<{ x: number; y: number; moved: CropBox | undefined }>(undefined)
  const crop = useMutation({
    mutationFn: () => request('POST /editor/pictures/:id/crop', { param: file, body: box }),
    onSuccess: onCropped,
  })
  const change = (part: Partial<CropBox>) => {
    const next = { ...box, ...part }
    const wanted = RATIOS[ratio]
    // With a ratio, a typed height decides on the width.
    if (part.height !== undefined && wanted !== undefined) next.width = part.height * wanted
    setBox(fitBox(next, picture, wanted))
  }
  const toPoint = (event: PointerEvent<HTMLElement>) => {
    const area = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - area.left) / area.width) * picture.width,
      y: ((event.clientY - area.top) / area.height) * picture.height,
    }
  }
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = toPoint(event)
    drag.current = { ...point, moved: isInside(point, box) ? box : undefined }
  }
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current
    if (!from) return
    const { x, y } = toPoint(event)
    if (!from.moved) return setBox(drawBox(from, { x, y }, picture, RATIOS[ratio]))
    const { left, top } = from.moved
    change({ left: left + x - from.x, top: top + y - from.y })
  }
  const share = (value: number, whole: number) => `${(value / whole) * 100}%`
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">
        Draw the part on the picture, move it, or type its place in pixels. The whole picture stays
        as it is.
      </p>
      <div
        className="relative mx-auto cursor-crosshair touch-none overflow-hidden select-none"
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={() => {
          drag.current = undefined
        }}
      >
        <img
          src={largestUrl(picture)}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          draggable={false}
          className="h-auto max-h-[35dvh] w-auto max-w-full bg-frame sm:max-h-[45dvh]"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute border-2 border-gold shadow-[0_0_0_100vmax_var(--color-scrim)]"
          style={{
            left: share(box.left, picture.width),
            top: share(box.top, picture.height),
            width: share(box.width, picture.width),
            height: share(box.height, picture.height),
          }}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-6">
        <OptionSelect
          className="col-span-2"
          label="Ratio"
          options={RATIO_LABELS}
          value={ratio}
          onChange={({ target }) => {
            setRatio(target.value)
            setBox(fitBox(box, picture, RATIOS[target.value]))
          }}
        />
        {SIDES.map(([side, label]) => (
          <Field
            // Applied on blur: a number that is half typed would change the box.
            key={`${side} ${box[side]}`}
            label={label}
            name={`crop-${side}`}
            type="number"
            inputMode="numeric"
            required
            defaultValue={box[side]}
            onBlur={({ target }) => change({ [side]: Number(target.value) })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur()
            }}
          />
        ))}
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button busy={crop.isPending} onClick={() => crop.mutate()}>
          Save the part as a picture
        </Button>
      </DialogActions>
    </div>
  )
}
