import type { ClientDirective } from 'astro'

/** `client:painted`: an island is fetched and hydrated after the first view has painted. */
// biome-ignore lint/style/noDefaultExport: Astro imports the default export
export default ((load) => {
  void self.whenPainted.then(load).then((hydrate) => hydrate())
}) satisfies ClientDirective
