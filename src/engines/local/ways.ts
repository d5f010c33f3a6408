import type { Ways } from '../told-settings.ts'

/** How settings of callers are called by stable-diffusion.cpp. */
export const LOCAL_WAYS: Ways = { negative_prompt: 'negative_prompt', strength: 'strength' }
