import type { Scene } from './draw.ts';
import { PALETTES, type Palette } from './palettes.ts';
import { businessScenes } from './scenes/business.ts';
import { designScenes } from './scenes/design.ts';
import { educationScenes } from './scenes/education.ts';
import { foodScenes } from './scenes/food.ts';
import { healthScenes } from './scenes/health.ts';
import { lifestyleScenes } from './scenes/lifestyle.ts';
import { photographyScenes } from './scenes/photography.ts';
import { technologyScenes } from './scenes/technology.ts';

const SCENES: Record<keyof typeof PALETTES, Record<string, Scene>> = {
  Technology: technologyScenes,
  Design: designScenes,
  Business: businessScenes,
  Lifestyle: lifestyleScenes,
  Health: healthScenes,
  Education: educationScenes,
  Photography: photographyScenes,
  Food: foodScenes,
};

/** The scene `name` of a category with the category's palette; null when there is none with that name. */
export function findScene(category: string, name: string): { scene: Scene; palette: Palette } | null {
  const key = category as keyof typeof PALETTES;
  const scene = SCENES[key]?.[name];
  return scene ? { scene, palette: PALETTES[key] } : null;
}
