import { SitePage, SitePageCard, StaffSitePage } from '@inkwell/shared/site-pages';
import { presenter, type StoredCard, type StoredPost } from '../posts/posts.converter.ts';

/** Creates the function that returns the fields of this shape. Every page has a slug. */
function pagePresenter<Stored extends StoredCard, Answer>(shape: Parameters<typeof presenter>[0]) {
  const present = presenter<Stored, Answer, void>(shape);
  return (page: Stored): Answer => present({ ...page, slug: page.slug ?? '' });
}

/** The page as readers see it. */
export const toSitePage = pagePresenter<StoredPost, SitePage>(SitePage.shape);
export const toStaffSitePage = pagePresenter<StoredPost, StaffSitePage>(StaffSitePage.shape);
export const toSitePageCard = pagePresenter<StoredCard, SitePageCard>(SitePageCard.shape);
