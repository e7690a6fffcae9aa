import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#src/rules/paths.ts'
import { expect, openPage, test } from '#tools/browser-test.ts'
import { PRODUCT_PATH, VISITOR_ROUTES } from '#tools/routes.ts'
import { DESKTOP, PHONE } from '#tools/viewports.ts'

// What is below the first view is rendered and loaded late.

/** Half as wide and high, a capture takes a third of the processor time. */
const SCALE = 0.5
test.use({ deviceScaleFactor: SCALE })

const BAND_PX = 200
/** The distance of the pixels of a capture that are looked at: a letter is wider. */
const PIXEL_STEP = 1
/** The difference of colours within a band that shows nothing: noise of the encoder. */
const MAX_NOISE = 6

/** Scrolls once through the page to its end, and waits for the pictures that were passed. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    // A little of each view is in the next one.
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight * 0.9) {
      scrollTo(0, y)
      // Lazy pictures begin to load in the frame after.
      await nextFrame()
      await nextFrame()
    }
  })
  await page.waitForFunction(() => {
    const isSeen = (picture: HTMLImageElement) => {
      const { left, right, width } = picture.getBoundingClientRect()
      return picture.checkVisibility() && width > 0 && left < innerWidth && right > 0
    }
    return [...document.images].every((picture) => !isSeen(picture) || picture.complete)
  })
}

/** Where the middle of each text and picture that can be seen is, from the top of the page. */
const listContent = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const isFixed = (node: Element | null): boolean =>
      node !== null &&
      (/fixed|sticky/.test(getComputedStyle(node).position) || isFixed(node.parentElement))
    return [...document.querySelectorAll('main *, footer *')]
      .filter(
        (node) =>
          node instanceof HTMLImageElement ||
          [...node.childNodes].some(
            ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
          ),
      )
      .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((node) => ({ node, box: node.getBoundingClientRect() }))
      .filter(
        ({ box: { left, right, width, height } }) =>
          width > 1 && height > 1 && left < innerWidth && right > 0,
      )
      .filter(({ node }) => !isFixed(node))
      .map(({ box }) => box.top + box.height / 2 + scrollY)
  })

/** Whether a part of a picture has more than the noise of one colour in a channel. */
function hasContent(pixels: Buffer, channels: number): boolean {
  for (let channel = 0; channel < 3; channel++) {
    let [min, max] = [255, 0]
    for (let index = channel; index < pixels.length; index += channels * PIXEL_STEP) {
      const value = pixels[index] ?? 0
      if (value < min) min = value
      if (value > max) max = value
      if (max - min > MAX_NOISE) return true
    }
  }
  return false
}

/** The tops of bands over the whole width of a capture that show one colour only. */
async function findEmptyBands(capture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(capture).raw().toBuffer({ resolveWithObject: true })
  const bandBytes = info.width * info.channels * BAND_PX * SCALE
  const empty: number[] = []
  for (let start = 0; start + bandBytes <= data.length; start += bandBytes)
    if (!hasContent(data.subarray(start, start + bandBytes), info.channels))
      empty.push((start / bandBytes) * BAND_PX)
  return empty
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
  test(`a capture of each page on a ${device} shows its texts and pictures once it is scrolled to its end`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    for (const path of VISITOR_ROUTES) {
      await openPage(page, path)
      await scrollToEnd(page)
      const capture = await page.screenshot({ fullPage: true, type: 'jpeg' })
      const content = await listContent(page)
      expect(content.length, path).toBeGreaterThan(0)
      const blank = (await findEmptyBands(capture)).filter((top) =>
        content.some((middle) => middle >= top && middle < top + BAND_PX),
      )
      expect(blank, path).toEqual([])
    }
  })

test('a capture of a long page has what is below the first view, also where nobody scrolls', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  for (const path of [paths.shop, PRODUCT_PATH]) {
    await openPage(page, path)
    await expect(page.locator('html[data-scrolled]')).toBeAttached()
    const capture = await page.screenshot({ fullPage: true, type: 'jpeg' })
    const content = await listContent(page)
    const blank = (await findEmptyBands(capture)).filter((top) =>
      content.some((middle) => middle >= top && middle < top + BAND_PX),
    )
    expect(blank, path).toEqual([])
  }
})
