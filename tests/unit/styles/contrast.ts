type Rgb = [number, number, number]

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Linear sRGB of an OKLCH colour (https://www.w3.org/TR/css-color-4/#color-conversion-code). */
function fromOklch(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const hue = (hueDegrees * Math.PI) / 180
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clamp(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    clamp(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    clamp(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

function fromHex(hex: string): Rgb {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Linear sRGB of `oklch(L C H)` or `#rrggbb`. @throws RangeError for any other colour. */
function parseColour(colour: string): Rgb {
  const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour)
  if (oklch) return fromOklch(Number(oklch[1]), Number(oklch[2]), Number(oklch[3]))
  if (/^#[\da-f]{6}$/i.test(colour)) return fromHex(colour)
  throw new RangeError(`Expected oklch(L C H) or #rrggbb, got "${colour}"`)
}

const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(first: string, other: string): number {
  const [a, b] = [luminance(parseColour(first)), luminance(parseColour(other))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `#rrggbb` of a colour. */
export const toHex = (colour: string): string =>
  `#${parseColour(colour)
    .map((value) => {
      const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
      return Math.round(encoded * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`
