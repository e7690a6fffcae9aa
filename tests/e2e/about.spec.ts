import { expect, openPage, test } from '#tests/helpers/browser-test.ts'
import { main, region } from '#tests/helpers/locators.ts'

test('has hero, story, 6 images and 4 figures §2.about.1', async ({ page }) => {
  await openPage(page, '/about')
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText('Kairavi')
  await expect(main(page).getByRole('img')).toHaveCount(6)
  for (const picture of await main(page).getByRole('img').all()) {
    expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(10)
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(100)
  }
  const story = region(page, 'A house that works after dark').getByRole('paragraph')
  await expect(story).toHaveText([/./, /./, /./])
  const figures = region(page, 'The house in figures').getByRole('definition')
  await expect(figures).toHaveText(['4.9/5', '12K+', '15+', '500+'])
  const shop = main(page).getByRole('link', { name: 'Explore Collections' })
  await expect(shop).toHaveAttribute('href', '/shop')
})
