// A program of somebody who installed the package; the address and the key come from the environment.
import { mediagen } from '@mediagen/ai-sdk'
import { experimental_generateVideo as generateVideo, generateImage } from 'ai'

const { image } = await generateImage({ model: mediagen('sandbox'), prompt: 'a fox' })
const { video } = await generateVideo({ model: mediagen.video('sandbox'), prompt: 'it runs' })
console.log(JSON.stringify({ image: image.mediaType, video: video.mediaType }))
