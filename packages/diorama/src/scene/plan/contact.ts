/** What a placed thing touches: the ground (or a table), water, nothing, or the lower edge of the picture. */
export type Contact = 'ground' | 'water' | 'air' | 'edge'
