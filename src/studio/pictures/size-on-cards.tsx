import type { Focus, Picture } from '#src/contract/catalog.ts'
import { MAX_ZOOM, MIN_ZOOM, ZOOM_STEP } from '#src/contract/values.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { SelectField } from '#src/ui/Field.tsx'

const ZOOMS = Array.from(
  { length: (MAX_ZOOM - MIN_ZOOM) / ZOOM_STEP + 1 },
  (_, index) => MIN_ZOOM + index * ZOOM_STEP,
)

export const CENTRE: Focus = { x: 50, y: 50 }

interface FrameProps {
  picture: Picture
  focus: Focus
  zoom: number
  alt: string
}

/** The frame of a card with a picture in its size. */
export const CardFrame = ({ picture, focus: { x, y }, zoom, alt }: FrameProps) => (
  <span className="block aspect-product w-24 overflow-hidden bg-frame">
    <img
      src={largestUrl(picture)}
      alt={alt}
      className="size-full object-cover"
      style={{
        objectPosition: `${x}% ${y}%`,
        transformOrigin: `${x}% ${y}%`,
        scale: zoom / 100,
      }}
    />
  </span>
)

interface FieldProps {
  name: string
  hint: string
  /** Undefined for the size of the category. */
  value: number | undefined
  onChange: (zoom: number | undefined) => void
}

/** How large cards show a picture. */
export const SizeField = ({ value, onChange, ...rest }: FieldProps) => (
  <SelectField
    {...rest}
    label="Size on cards"
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
  >
    <option value="">As its category</option>
    {ZOOMS.map((percent) => (
      <option key={percent} value={percent}>
        {percent === MIN_ZOOM ? 'The whole picture' : `${percent} %`}
      </option>
    ))}
  </SelectField>
)
